import type { AskedOperation } from "@dc/contract";
import {
  distinctMembers,
  type FieldKind,
  type Json,
  type Operation,
  phoneToJson,
  phonesOf,
  shapeOf,
} from "@dc/directory";

/**
 * The operation as the ledger stores it, with complete values and no empty members. The value of a return to base is
 * added once base was read.
 */
export function toOperation(asked: AskedOperation, kindOfField: (field?: string) => FieldKind | undefined): Operation {
  switch (asked.op) {
    case "set":
      return asked.element === undefined
        ? { op: "set", value: wholeValue(kindOfField(), asked.value) }
        : { op: "set", value: asked.value, element: asked.element };
    case "add":
      return { op: "add", element: asked.element, ...(asked.at === undefined ? {} : { at: asked.at }) };
    case "remove":
      return { op: "remove", element: asked.element };
    case "replace":
      return { op: "replace", element: asked.element, by: asked.by };
    case "move":
      return { op: "move", element: asked.element, before: asked.before };
    case "reset":
    case "takeBase":
    case "pinValue":
      return {
        op: asked.op,
        to: asked.to ?? { absent: true },
        ...(asked.element === undefined ? {} : { element: asked.element }),
      };
    case "create": {
      const fields = Object.entries(asked.fields).map(([key, value]): [string, Json] => [
        key,
        wholeValue(kindOfField(key), value),
      ]);
      return { op: "create", fields: Object.fromEntries(fields) };
    }
    case "delete":
      return { op: "delete" };
  }
}

/** Phones with all their parts, a set without duplicates. */
function wholeValue(kind: FieldKind | undefined, value: Json): Json {
  if (value === null || kind === undefined) return value;
  switch (shapeOf(kind)) {
    case "whole":
    case "parts":
      return value;
    case "members":
      return distinctMembers({ value }) ?? value;
    case "keyed":
      return phonesOf({ value })?.map(phoneToJson) ?? value;
  }
}
