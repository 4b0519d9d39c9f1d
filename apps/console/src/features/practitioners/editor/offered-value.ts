import { phoneIn, samePhone, shapeOf, typedText } from "@dc/directory";
import type { FieldRow } from "#/record/field-row.ts";
import { typedPhone } from "#/features/practitioners/phones/typed-phone.ts";

/** What base says now, as the editor of a row has it typed; null where the row says so already, and where base has nothing. */
export function offeredIn({ comparison: { values }, field }: FieldRow): unknown {
  const { base, preview, effective } = values;
  const shape = shapeOf(field.kind);
  if (shape === "keyed") {
    const phone = phoneIn(base);
    const start = phoneIn(preview) ?? phoneIn(effective);
    return phone === null || (start !== null && samePhone(phone, start)) ? null : typedPhone(phone);
  }
  const offered = typedText(base);
  return shape === "members" || offered === "" || offered === typedText(preview ?? effective) ? null : offered;
}
