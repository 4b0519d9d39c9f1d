const letter = 6.9;
const frame = 24;
const gap = 6;
/** Room for the button that counts the rest. */
const button = 150;

/** Estimates how many names fit as chips into the lines, leaving room for the button that counts the rest. */
export function fittingChipCount(
  names: readonly string[],
  { width, lines, before }: { width: number; lines: number; before: readonly string[] },
): number {
  let line = 1;
  let used = 0;
  const fits = (chip: number, keep: number) => {
    const start = used === 0 ? 0 : used + gap;
    if (start + chip + keep <= width) {
      used = start + chip;
      return true;
    }
    // A name that is longer than a line is wrapped inside its chip.
    const taken = Math.ceil(chip / width);
    const last = (used === 0 ? line - 1 : line) + taken;
    if (last > lines) return false;
    line = last;
    used = Math.min(chip, width);
    return true;
  };
  for (const name of before) if (!fits(widthOf(name), 0)) return 0;
  const firstUnfit = names.findIndex((name) => !fits(widthOf(name), line === lines ? button : 0));
  return firstUnfit === -1 ? names.length : firstUnfit;
}

function widthOf(name: string): number {
  let letters = 0;
  for (const sign of name)
    letters += /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(sign) ? 2 : 1;
  return letters * letter + frame;
}
