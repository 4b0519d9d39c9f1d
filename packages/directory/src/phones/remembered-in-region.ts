const LIMIT = 5_000;
/** A longer text is no phone number, and would fill the memory. */
const LONGEST = 250;

/** What a function says of a text in a region, kept: a list of phones is compared many times. */
export function rememberedInRegion<Said>(say: (text: string, region: string) => Said): typeof say {
  const ofRegion = new Map<string, Map<string, Said>>();
  let size = 0;
  return (text, region) => {
    const before = ofRegion.get(region)?.get(text);
    if (before !== undefined) return before;
    const said = say(text, region);
    if (text.length > LONGEST) return said;
    if (size >= LIMIT) {
      ofRegion.clear();
      size = 0;
    }
    const all = ofRegion.get(region) ?? new Map<string, Said>();
    ofRegion.set(region, all.set(text, said));
    size += 1;
    return said;
  };
}
