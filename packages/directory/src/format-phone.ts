import { parsePhone } from "./parse-phone.ts";

/** How a number can be written: as international standard, as people of its country write it, as others do, or bare. */
export type PhoneFormat = "e164" | "national" | "international" | "digits";

/** Writes a number in a format; null where it does not read as a number, or where the format would lose its extension. */
export function formatPhone(number: string, format: PhoneFormat, region: string): string | null {
  if (format === "digits") return number.replaceAll(/\D/g, "");
  const { number: read, extension } = parsePhone(number, region);
  if (read === null || !read.isPossible() || extension !== "") return null;
  switch (format) {
    case "e164":
      return read.number;
    case "national":
      return read.formatNational();
    case "international":
      return read.formatInternational();
  }
}
