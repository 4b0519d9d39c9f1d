import type { Phone } from "@dc/directory";
import type { TypedNumber } from "./number-format.ts";

/** A phone as its editor has it typed. */
export interface TypedPhone {
  number: TypedNumber;
  extension: string;
  label: string;
}

/** Null for a new one. */
export const typedPhone = (phone: Phone | null): TypedPhone => ({
  number: { text: phone?.number ?? "", digits: phone === null ? "" : null },
  extension: phone?.extension ?? "",
  label: phone?.label ?? "",
});
