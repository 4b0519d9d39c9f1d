import type { PhoneFormat } from "./dialect.ts";

interface ReadNumber {
  readonly digits: string;
  /** The ten digits of a number of the United States; null for one of another country. */
  readonly national: string | null;
}

/** A number with a country code, or of the United States; null for every other text. */
function readNumber(text: string): ReadNumber | null {
  const trimmed = text.trim();
  if (!/^\+?[\d ()./-]+$/.test(trimmed)) return null;
  const digits = trimmed.replaceAll(/\D/g, "");
  const hasCode = trimmed.startsWith("+");
  if (digits.length === 10 && !hasCode) return { digits, national: digits };
  if (digits.length === 11 && digits.startsWith("1")) return { digits, national: digits.slice(1) };
  return hasCode ? { digits, national: null } : null;
}

/** A number as a service has it that takes one format alone; what it does not know as a number stays as it is. */
export function inFormat(text: string, format: PhoneFormat): string {
  const read = readNumber(text);
  if (read === null) return text;
  const { digits, national } = read;
  const [, area = "", exchange = "", line = ""] = /^(\d{3})(\d{3})(\d{4})$/.exec(national ?? "") ?? [];
  switch (format) {
    case "digits":
      return digits;
    case "e164":
      return national === null ? `+${digits}` : `+1${national}`;
    case "international":
      return national === null ? text : `+1 ${area} ${exchange} ${line}`;
    case "national":
      return national === null ? text : `(${area}) ${exchange}-${line}`;
  }
}

const accepted: Readonly<Record<PhoneFormat, RegExp>> = {
  digits: /^\d+$/,
  e164: /^\+\d+$/,
  international: /^\+[\d ()./-]+$/,
  national: /^[\d ()./-]+$/,
};

/** Whether such a service takes the number. */
export function isInFormat(text: string, format: PhoneFormat): boolean {
  const read = readNumber(text);
  if (read === null || (format === "national" && read.national === null)) return true;
  return accepted[format].test(text) && (format !== "national" || read.digits.length === 10);
}
