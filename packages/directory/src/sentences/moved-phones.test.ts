import { expect, test } from "vitest";
import type { Operation } from "#/ledger/operation.ts";
import { type Phone, phoneToJson } from "#/phones/phone.ts";
import { region } from "#/testing/arbitraries.ts";
import { movedPhonesClause } from "./moved-phones.ts";

const phone = (number: string, label: string | null, extension: string | null = null): Phone => ({
  number,
  extension,
  label,
});
const list = (...phones: Phone[]) => ({ value: phones.map(phoneToJson) });
const [office, fax] = [phone("(415) 555-0120", "Office"), phone("(415) 555-0121", "Fax")];
const key = "+14155550120;ext=;only;label=Office";
const replace: Operation = { op: "replace", element: key, by: phone("(415) 555-0186", "Office") };
const clause = (now: ReturnType<typeof list>, operation: Operation = replace) =>
  movedPhonesClause(operation, { seen: list(office, fax), now }, region);

test("[U16] what moved of phones is told with extension and label, in place of what was seen, and nothing else", () => {
  const telefax = { ...fax, label: "Telefax" };
  expect(clause(list(phone(office.number, "Office", "12"), telefax))).toBe(
    "it now has (415) 555-0120 ext. 12 (Office) in place of (415) 555-0120 (Office)",
  );
  expect(clause(list({ ...office, label: "Desk" }, telefax))).toBe(
    "it now has (415) 555-0120 (Desk) in place of (415) 555-0120 (Office)",
  );
  expect(clause(list(telefax))).toBe("it now has no (415) 555-0120 (Office)");
  expect(clause(list(office, fax, phone("(415) 555-0186", "Desk")))).toBe("it now has (415) 555-0186 (Desk)");
  expect(clause(list(office, telefax))).toBe("it now has (415) 555-0121 (Telefax) in place of (415) 555-0121 (Fax)");
  const move: Operation = { op: "move", element: "+14155550121;ext=", before: key };
  expect(clause(list(fax, office), move)).toBe(
    "it now has (415) 555-0121 (Fax), (415) 555-0120 (Office), in this order",
  );
});
