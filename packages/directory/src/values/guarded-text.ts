/** What a spreadsheet shows where a formula has no result. */
const error = String.raw`#(?:n/a|ref!|value!|name\?|div/0!|null!|num!|spill!|calc!|field!|blocked!|connect!|busy!|getting_data|unknown!)$`;
const isError = new RegExp(`^${error}`, "i");

/** What a spreadsheet takes for a day, such as 5/6 and March 5; one with the year first is read in whatever way it saves it. */
const month = "(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}";
const day = String.raw`\d{1,2}[/-]\d{1,2}$|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$|\d{1,2}[ .-]{1,2}${month}(?:[ .,-]{1,2}\d{2,4})?$|${month}[ .-]{1,2}\d{1,4}(?:, ?\d{4})?$`;
const time = String.raw`\d{1,2}:\d{1,2}(?::\d{1,2})?(?: ?[ap]\.?m?\.?)?$`;
/** Numbers that spreadsheets spell otherwise: 1.50, .5, 1,000, 50%, $5, (415), 1 1/2. */
const number = String.raw`\d*\.\d*0$|\d+\.$|\.\d+$|\d{1,3}(?:,\d{3})+(?:\.\d*)?$|\d[\d.,]*\s?[%€£]$|[$€£¥]\s?\d[\d.,]*$|\(\d[\d.,]*\)$|\d+ \d+/\d+$`;

/** What a spreadsheet would take for a formula or an error, or change when it saves it: long numbers, zeros in front, powers of ten, days. */
const taken = String.raw`(?:'|[^\S\r\n\t])*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]`;
const changed = String.raw`(?:[\t\r\n]|0\d+$|\d{16,}$|\d+(?:\.\d+)?e\d+$|${number}|${day}|${time}|(?:true|false)$|${error})`;
// Some spreadsheets split at these signs, whatever the quotes around a cell.
const begins = new RegExp(String.raw`(^|[;\t\r\n])(?=${taken})`, "gu");
const isChanged = new RegExp(String.raw`^'*${changed}`, "iu");
const guarded = new RegExp(String.raw`(^|[;\t\r\n])'(?=${taken})|^'(?='*${changed})`, "giu");

/** Most texts have nothing to guard, and show so by their first signs. */
const mayBeTaken =
  /^[\s'=+\-@#.($€£¥\uFF0B\uFF0D\uFF1D\uFF20\d]|^(?:jan|feb|mar|apr|may|ju[nl]|aug|sep|oct|nov|dec|true$|false$)|[;\t\r\n]/iu;

/** Whether a cell that nobody guarded says that a formula has no result. */
export const isSheetError = (text: string) => text.startsWith("#") && isError.test(text);

/** A text for a cell of CSV that spreadsheets leave as it is: an apostrophe stands before what they would take for something else. */
export function guardText(text: string): string {
  if (!mayBeTaken.test(text)) return text;
  return `${isChanged.test(text) ? "'" : ""}${text.replace(begins, "$1'")}`;
}

/** The text that was guarded. */
export function unguardText(text: string): string {
  return mayBeTaken.test(text) ? text.replace(guarded, "$1") : text;
}

/** A text for a cell whose type says that it is one, so that only what looks guarded needs a guard, and what would be another text once it is saved as CSV. */
export function guardTypedText(text: string): string {
  return unguardText(text) === text && !/^[\t\r\n]/.test(text) && !isSheetError(text) ? text : guardText(text);
}
