import { membersOf, membersToJson } from "#/records/set-members.ts";
import { plainValue, type ValueKind } from "./value-kind.ts";

export const set = {
  ...plainValue,
  isOf: (value) => membersOf({ value }) !== null,
  shape: "members",
  canonical(value) {
    const members = membersOf({ value });
    return members === null ? value : membersToJson([...members].toSorted());
  },
  possible: () => "a list of ids",
} as const satisfies ValueKind;
