import type { Json } from "#/json/json.ts";
import { phoneIn, phonesOf, phoneToJson, samePhone } from "#/phones/phone.ts";
import type { Phone } from "#/phones/phone.ts";
import { movePhone } from "#/phones/move-phone.ts";
import { replacePhone } from "#/phones/replace-phone.ts";
import { equalJson } from "#/json/equal-json.ts";
import { type FieldKind, shapeOf } from "#/kinds/kinds.ts";
import type { Reading } from "#/records/reading.ts";
import { isMember, membersToJson, spelledMembers, withMember, withoutMember } from "#/records/set-members.ts";
import { textsOf, textsToJson, withText } from "#/records/texts-by-key.ts";
import { operationFits } from "./operation.ts";
import type { Operation } from "./operation.ts";

/**
 * The value after one operation; null where an element operation meets a field that was never read.
 * An operation that does not fit the kind leaves the value unchanged; staging has refused it before.
 */
export function applyOperation(
  kind: FieldKind,
  reading: Reading | null,
  operation: Operation,
  region: string,
): Reading | null {
  if (!operationFits(kind, operation)) return reading;
  switch (operation.op) {
    case "create":
    case "delete":
      return reading;
    case "set":
      if (operation.element === undefined) return { value: operation.value };
      break;
    case "reset":
    case "takeBase":
    case "pinValue":
      if (operation.element === undefined) return operation.to;
      break;
    case "add":
    case "remove":
    case "replace":
    case "move":
      break;
  }
  if (reading === null) return null;
  switch (shapeOf(kind)) {
    case "whole":
      return reading;
    case "members":
      return membersAfter(reading, operation);
    case "keyed":
      return phonesAfter(reading, operation, region);
    case "parts":
      return textsAfter(reading, operation);
  }
}

type ElementOperation = Exclude<Operation, { op: "create" | "delete" }>;

function textsAfter(reading: Reading, operation: ElementOperation): Reading {
  const before = textsOf(reading) ?? new Map<string, string>();
  const after = textsToJson(textsAfterOperation(before, operation));
  return equalJson(textsToJson(before), after) ? reading : { value: after };
}

function textsAfterOperation(
  before: ReadonlyMap<string, string>,
  operation: ElementOperation,
): ReadonlyMap<string, string> {
  switch (operation.op) {
    case "set":
      return operation.element === undefined ? before : withText(before, operation.element, { value: operation.value });
    case "remove":
      return withText(before, operation.element, { absent: true });
    case "reset":
    case "takeBase":
    case "pinValue":
      return operation.element === undefined ? before : withText(before, operation.element, operation.to);
    case "add":
    case "replace":
    case "move":
      return before;
  }
}

function membersAfter(reading: Reading, operation: ElementOperation): Reading {
  const before = spelledMembers(reading) ?? [];
  const after = membersAfterOperation(before, operation);
  const unchanged = before.length === after.length && before.every((member, position) => member === after[position]);
  return unchanged ? reading : { value: membersToJson(after) };
}

function membersAfterOperation(before: readonly string[], operation: ElementOperation): readonly string[] {
  const added = (members: readonly string[], element: string | Phone) =>
    typeof element === "string" ? withMember(members, element) : members;
  switch (operation.op) {
    case "add":
      return added(before, operation.element);
    case "remove":
      return withoutMember(before, operation.element);
    case "replace":
      return added(withoutMember(before, operation.element), operation.by);
    case "reset":
    case "takeBase":
    case "pinValue":
      if (operation.element === undefined) return before;
      return isMember(operation.to) ? added(before, operation.element) : withoutMember(before, operation.element);
    case "set":
    case "move":
      return before;
  }
}

function phonesAfter(reading: Reading, operation: ElementOperation, region: string): Reading {
  const before = phonesOf(reading) ?? [];
  switch (operation.op) {
    case "add":
      return typeof operation.element === "string"
        ? reading
        : written(
            reading,
            before,
            replacePhone(before, { gone: null, phone: operation.element, position: operation.at, region }),
          );
    case "remove":
      return written(reading, before, replacePhone(before, { gone: operation.element, phone: null, region }));
    case "replace":
      return typeof operation.by === "string"
        ? reading
        : written(reading, before, replacePhone(before, { gone: operation.element, phone: operation.by, region }));
    case "reset":
    case "takeBase":
    case "pinValue": {
      const { element: gone, to, equals } = { equals: undefined, ...operation };
      return gone === undefined
        ? to
        : written(reading, before, replacePhone(before, { gone, phone: phoneIn(to), equals, region }));
    }
    case "move":
      return written(reading, before, movePhone(before, operation.element, operation.before, region));
    case "set":
      return reading;
  }
}

function written(reading: Reading, before: readonly Phone[], after: readonly Phone[]): Reading {
  const unchanged =
    before.length === after.length && before.every((phone, position) => samePhone(phone, after[position]));
  if (unchanged) return reading;
  const value: Json = after.map(phoneToJson);
  return { value };
}
