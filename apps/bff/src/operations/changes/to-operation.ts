import type { AskedOperation } from "@dc/contract";
import { type FieldKind, type Operation, phoneJson, phonesOf } from "@dc/directory";

/** The operation as the ledger keeps it: phones whole, a set without repetition, and nothing where nothing was said. What a return to base writes is filled in once base was read. */
export function toOperation(asked: AskedOperation, kind: FieldKind | undefined): Operation {
  switch (asked.op) {
    case "set": {
      const phones = kind === "phones" ? phonesOf({ value: asked.value }) : null;
      return { op: "set", value: phones === null || asked.value === null ? asked.value : phones.map(phoneJson) };
    }
    case "add":
      return { op: "add", element: asked.element, ...(asked.at === undefined ? {} : { at: asked.at }) };
    case "remove":
      return { op: "remove", element: asked.element };
    case "replace":
      return { op: "replace", element: asked.element, by: asked.by };
    case "reset":
    case "takeBase":
      return {
        op: asked.op,
        to: asked.to ?? { absent: true },
        ...(asked.element === undefined ? {} : { element: asked.element }),
      };
    case "create":
      return { op: "create", fields: asked.fields };
    case "delete":
      return { op: "delete" };
  }
}
