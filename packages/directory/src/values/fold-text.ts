/** Letters that Unicode does not take apart, after the keys of an English keyboard that stand for them. */
const letters = {
  a: "ⱥɐɑɒ",
  ae: "æ",
  b: "ƀɓƃƅ",
  c: "ƈȼ",
  d: "đðɖɗƌƍȡẟ",
  db: "ȸ",
  e: "ǝəɛɇɘɜ",
  f: "ƒ",
  g: "ɠɡɢɣǥ",
  h: "ħɥɦⱨ",
  hv: "ƕ",
  i: "ıɩɨɪ",
  j: "ȷɉɟʝ",
  k: "ĸƙⱪ",
  l: "łƚƛȴɫɬɭⱡỻ",
  m: "ɱ",
  n: "ŋɲɳƞȵɴ",
  o: "øɔɵɷ",
  oe: "œɶ",
  oi: "ƣ",
  ou: "ȣ",
  p: "ƥ",
  q: "ɋ",
  qp: "ȹ",
  r: "ʀɍɹɼɽɾ",
  s: "ȿʂʃƨƪƽẜẝ",
  ss: "ß",
  t: "ŧƫƭʈȶⱦ",
  th: "þ",
  ts: "ƾ",
  u: "ʉʊɯ",
  v: "ʋʌỽ",
  w: "ⱳƿ",
  y: "ƴɏȝỿ",
  z: "ƶʐʑʒȥɀƹƺ",
  σ: "ς",
  // Arabic and Persian: what one writes for the other, and letters that are often written without their signs.
  ا: "ٱ",
  ي: "ىیے",
  ه: "ةەہھ",
  ك: "ک",
};
const keys = new Map(
  Object.entries(letters).flatMap(([key, of]) => Array.from(of, (letter) => [letter, key] as const)),
);
const special = new RegExp(`[${[...keys.keys()].join("")}]`, "g");
// Also an accent that stands alone, which Unicode takes apart into a blank and a mark.
const apostrophes = /['`´‘’‚‛′‵＇｀ʹʻʼʽʾʿˈˊˋꞋꞌ՚׳]/gu;
const hyphens = /[\p{Pd}−˗⁃]/gu;

/**
 * A text as it is compared where people look for names: by the keys of an English keyboard, in lower case, without accents,
 * vowel signs, apostrophes and signs that nobody sees, with one kind of hyphen, single spaces and one form of Arabic letters.
 */
export function foldText(text: string): string {
  return text
    .replaceAll(apostrophes, "")
    .normalize("NFKD")
    .replace(/[\p{M}\p{DI}·ـ]+/gu, "")
    .toLowerCase()
    .replaceAll(special, (letter) => keys.get(letter) ?? letter)
    .replaceAll(apostrophes, "")
    .replaceAll(hyphens, "-")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** Stands behind a number that is written with zeros before it: after every letter, so that the number without them is first. */
const ZEROS = "\u{10FFFF}";

/**
 * Folded text that sorts as people count: before each number stands a sign for its length, so that 2 comes before 10. Zeros
 * before a number count only among equal ones, and stand behind it, with the number as it is written. It sorts alike by code
 * units and by bytes.
 */
export function sortableText(text: string): string {
  return foldText(text).replace(/\d+/g, (number) => {
    const digits = number.replace(/^0+(?=\d)/, "");
    const zeros = number.length - digits.length;
    const written = zeros === 0 ? "" : `${ZEROS}${String.fromCharCode(Math.min(zeros, 8))}${number}`;
    return `${String.fromCharCode(0x10 + Math.min(digits.length, 14))}${digits}${written}`;
  });
}

/** The order of names in lists: folded, numbers by what they say, then as they are written. */
export function compareNames(a: string, b: string): number {
  const [first, second] = [sortableText(a), sortableText(b)];
  return first === second ? compareTexts(a, b) : compareTexts(first, second);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
