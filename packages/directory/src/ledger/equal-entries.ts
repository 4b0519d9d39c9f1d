import type { Operation } from "./operation.ts";

/** A draft of a list of phones, as far as it says which entries it is about. */
export interface NamingDraft {
  id: string;
  operation: Operation;
}

/** Several equal entries, and which of them the drafts that were gone through left. */
interface Equals {
  of: number;
  lines: number[];
}

/** One of several equal entries: its place among all of them, whatever the drafts before it took. */
interface Meant {
  equals: string;
  line: number;
  of: number;
}

/** Which of several equal entries each draft is about, by the keys of its operation; what is told by its key alone is missing. */
export type MeantEntries = ReadonlyMap<string, ReadonlyMap<string, Meant>>;

/** Each of several equal entries is named among those that the drafts before left of them: which these drafts, in their order, mean. */
export function meantEntries(drafts: readonly NamingDraft[]): MeantEntries {
  const left = new Map<string, Equals>();
  return new Map(
    drafts.map(({ id, operation }) => {
      const named = keysOf(operation).flatMap((key) => {
        const meant = meantBy(left, key);
        return meant === null ? [] : [[key, meant] as const];
      });
      const entries = new Map(named);
      take(left, operation, entries);
      return [id, entries];
    }),
  );
}

/** Those of these drafts, in their order, that have to say another key to mean the same entry, with it. */
export function namedAnew<Draft extends NamingDraft>(drafts: readonly Draft[], meant: MeantEntries): Draft[] {
  const left = new Map<string, Equals>();
  return drafts.flatMap((draft) => {
    const entries = meant.get(draft.id) ?? new Map<string, Meant>();
    const operation = withKeys(draft.operation, (key) => {
      const entry = entries.get(key);
      return entry === undefined ? key : keyAmong(left, entry);
    });
    take(left, draft.operation, entries);
    return isSameNaming(operation, draft.operation) ? [] : [{ ...draft, operation }];
  });
}

const isSameNaming = (a: Operation, b: Operation) => keysOf(a).every((key, at) => key === keysOf(b)[at]);

function keysOf(operation: Operation): string[] {
  switch (operation.op) {
    case "remove":
    case "replace":
      return [operation.element];
    case "move":
      return [operation.element, operation.before].filter((key) => key !== null);
    case "reset":
    case "takeBase":
    case "pinValue":
      return operation.element === undefined ? [] : [operation.element];
    case "set":
    case "add":
    case "create":
    case "delete":
      return [];
  }
}

function withKeys(operation: Operation, keyOf: (key: string) => string): Operation {
  switch (operation.op) {
    case "remove":
    case "replace":
      return { ...operation, element: keyOf(operation.element) };
    case "move": {
      const { element, before } = operation;
      return { ...operation, element: keyOf(element), before: before === null ? null : keyOf(before) };
    }
    case "reset":
    case "takeBase":
    case "pinValue":
      return operation.element === undefined ? operation : { ...operation, element: keyOf(operation.element) };
    case "set":
    case "add":
    case "create":
    case "delete":
      return operation;
  }
}

/** Null where the key names none of several, or where it says that there are more or fewer of them. */
function meantBy(left: Map<string, Equals>, key: string): Meant | null {
  const [, equals = "", place = "", count = ""] = /^(.*;line=)(\d+)\/(\d+)$/su.exec(key) ?? [];
  if (equals === "") return null;
  const { lines, of } = left.get(equals) ?? allOf(Number(count));
  const line = lines[Number(place) - 1];
  if (line === undefined || lines.length !== Number(count)) return null;
  if (!left.has(equals)) left.set(equals, { lines, of });
  return { equals, line, of };
}

/** The key that the entry has in the list without these drafts. */
export function keyWithoutDrafts(meant: MeantEntries, id: string, key: string): string {
  const entry = meant.get(id)?.get(key);
  return entry === undefined ? key : keyAmong(new Map(), entry);
}

function keyAmong(left: ReadonlyMap<string, Equals>, { equals, line, of }: Meant): string {
  const { lines } = left.get(equals) ?? allOf(of);
  return `${equals}${lines.indexOf(line) + 1}/${lines.length}`;
}

/** What is replaced or removed is none of those that are left. */
function take(left: Map<string, Equals>, operation: Operation, entries: ReadonlyMap<string, Meant>): void {
  if (operation.op !== "remove" && operation.op !== "replace") return;
  const meant = entries.get(operation.element);
  if (meant === undefined) return;
  const { lines, of } = left.get(meant.equals) ?? allOf(meant.of);
  left.set(meant.equals, { lines: lines.filter((line) => line !== meant.line), of });
}

const allOf = (of: number): Equals => ({ of, lines: Array.from({ length: of }, (_, at) => at + 1) });
