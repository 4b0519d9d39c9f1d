const FIRST_STRONG = "\u2068";
const POP = "\u2069";
const begins = /[\u2066-\u2068]/;
const all = /[\u202A-\u202E\u2066-\u2069]/g;

/** The text without signs that turn the direction of what follows. */
export const withoutDirectionMarks = (text: string): string => text.replaceAll(all, "");

/** The text with an end to every direction that it begins, so that words after it keep their order. */
export function closedDirections(text: string): string {
  if (text.search(all) < 0) return text;
  let depth = 0;
  const kept = text.replaceAll(all, (mark) => {
    if (begins.test(mark)) depth += 1;
    // One that ends nothing would end the isolation of the whole text.
    if (mark === POP && (depth -= 1) < 0) {
      depth = 0;
      return "";
    }
    return mark;
  });
  return `${FIRST_STRONG}${kept}${POP.repeat(depth + 1)}`;
}
