import { foldText, nameKey } from "@dc/directory";

const LONGEST = 400;

/** A name, and what stands beside it, as whom it means is remembered; of a number that is looked for as it stands, `key` is null. */
export function nameSpelling({ text, key, beside }: { text: string; key: string | null; beside: string }): string {
  return (key === null ? `${foldText(text)};` : `${key}; ${foldText(beside)}`).slice(0, LONGEST);
}

/** What a cell of a sheet says of a practitioner. */
export const cellSpelling = (text: string, isNumber: boolean): string =>
  nameSpelling({ text, key: isNumber ? null : nameKey(text), beside: "" });

/** What a cell of a sheet says of a schedule of a practitioner: no name of a practitioner is spelled so. */
export const scheduleSpelling = (practitionerId: string, text: string): string =>
  `schedule of ${practitionerId}; ${foldText(text)}`.slice(0, LONGEST);
