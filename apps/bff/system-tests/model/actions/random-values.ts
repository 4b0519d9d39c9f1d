import type { Operation } from "@dc/contract";
import { changesOn, type History } from "#system-tests/model/history.ts";
import { elementsOf, type Kind, touchedBy } from "#system-tests/model/oracle.ts";
import type { Field } from "#system-tests/model/service-states.ts";
import type { Random } from "#system-tests/random.ts";

export function randomOperation(history: History, random: Random, indexId: string, field: Field): Operation {
  const { kind } = field;
  if (kind === "text" || random.chance(0.15)) return { op: "set", value: randomValue(history, random, kind) };
  const element = kind === "phones" ? randomPhone(random) : random.pick(history.stack.plans);
  switch (random.below(3)) {
    case 0:
      return { op: "add", element };
    case 1:
      return { op: "remove", element: pickElement(history, random, indexId, field) };
    default:
      return { op: "replace", element: pickElement(history, random, indexId, field), by: element };
  }
}

type Value = Extract<Operation, { op: "set" }>["value"];

export function randomValue(history: History, random: Random, kind: Kind): Value {
  if (kind === "text") return `Dr. ${random.text(6)}`;
  const count = 1 + random.below(3);
  if (kind === "set") return [...new Set(Array.from({ length: count }, () => random.pick(history.stack.plans)))];
  const phones = Array.from({ length: count }, () => randomPhone(random));
  return phones.filter(
    (phone, at) =>
      phones.findIndex(({ number, extension }) => number === phone.number && extension === phone.extension) === at,
  );
}

function randomPhone(random: Random): { number: string; extension: string | null; label: string | null } {
  const number = `+1 212 555 01${String(10 + random.below(8))}`;
  return { number, extension: random.chance(0.3) ? "12" : null, label: random.pick([null, "office", "fax"]) };
}

/** An element that exists in the index, in base or in a change. */
export function pickElement(history: History, random: Random, indexId: string, field: Field): string {
  const { serviceStates, stack } = history;
  const mentioned = changesOn(history, indexId, field).flatMap(
    ({ operation }) => touchedBy(field.kind, operation) ?? [],
  );
  const known = [
    ...serviceStates.elements(indexId, field).keys(),
    ...serviceStates.elements(stack.standardIndex, field).keys(),
    ...mentioned,
  ];
  if (known.length === 0)
    return field.kind === "set"
      ? random.pick(stack.plans)
      : ([...elementsOf("phones", { value: [randomPhone(random)] }).keys()][0] ?? "");
  return random.pick(known);
}
