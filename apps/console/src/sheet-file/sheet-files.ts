import { maxSheetBytes } from "@dc/contract/limits";

/** What a person may choose. */
export const sheetTypes = ".csv,.tsv,.txt,.xlsx";

export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;

/** Why a file is not even sent; null where it is. */
export function refusalOf(file: File): string | null {
  return file.size > maxSheetBytes
    ? `“${file.name}” is larger than ${maxSheetBytes / 1_000_000} MB. Split it, and import the parts.`
    : null;
}
