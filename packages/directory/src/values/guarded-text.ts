/** What a spreadsheet shows where a formula has no result. */
const error = String.raw`#(?:n/a|ref!|value!|name\?|div/0!|null!|num!|spill!|calc!|field!|blocked!|connect!|busy!|getting_data|unknown!)$`;
const isError = new RegExp(`^${error}`, "i");

/** What a spreadsheet would take for a formula or an error, or change when it saves it: long numbers, zeros in front, powers of ten. */
const taken = String.raw`(?:'|[^\S\r\n\t])*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]`;
const changed = String.raw`(?:[\t\r\n]|0\d+$|\d{16,}$|\d+(?:\.\d+)?e\d+$|${error})`;
// Some spreadsheets split at these signs, whatever the quotes around a cell.
const begins = new RegExp(String.raw`(^|[;\t\r\n])(?=${taken})`, "gu");
const isChanged = new RegExp(String.raw`^'*${changed}`, "iu");
const guarded = new RegExp(String.raw`(^|[;\t\r\n])'(?=${taken})|^'(?='*${changed})`, "giu");

/** Most texts have nothing to guard, and show so by their first sign. */
const mayBeTaken = /^[\s'=+\-@#\uFF0B\uFF0D\uFF1D\uFF20\d]|[;\t\r\n]/u;

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
