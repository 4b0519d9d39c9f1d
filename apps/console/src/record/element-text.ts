import { type FieldKind, partLabel, phoneKeyText, type Reading, shapeOf } from "@dc/directory";

/** An element of a field by its name: a member, a number as these values spell it, or a part. */
export function elementText(
  kind: FieldKind,
  element: string,
  spelledIn: readonly (Reading | null)[],
  memberName: (id: string) => string | null,
): string {
  switch (shapeOf(kind)) {
    case "whole":
      return element;
    case "members":
      return memberName(element) ?? element;
    case "keyed":
      return phoneKeyText(element, spelledIn);
    case "parts":
      return partLabel(kind, element) ?? element;
  }
}
