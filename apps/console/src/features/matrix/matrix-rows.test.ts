import type { MatrixColumn, MatrixRecord } from "@dc/contract";
import type { FieldComparison, PartComparison, Reading, Verdict } from "@dc/directory";
import { expect, it } from "vitest";
import { noWording } from "#/record/wording.ts";
import { requestFor } from "./cell-changes.ts";
import { letterAt, matrixGroups, type MatrixRow } from "./matrix-rows.ts";

const none = { original: null, baseline: null, known: null, wanted: null, preview: null };
const record = { type: "practitioner", id: "p1" };

function values(base: Reading, effective: Reading) {
  return { ...none, base, index: effective, effective };
}

function text(base: string, effective = base, verdict: Verdict = "same"): FieldComparison {
  const of = values({ value: base }, { value: effective });
  return { key: "preferredName", kind: "text", verdict, flags: [], values: of, override: null, drafts: [], parts: [] };
}

interface PhoneCase {
  key: string;
  base: Reading;
  effective: Reading;
  verdict: Verdict;
}

const phone = (number: string): Reading => ({ value: { number, extension: null, label: null } });

function phones(entries: readonly PhoneCase[]): FieldComparison {
  const parts = entries.map(({ key, base, effective, verdict }): PartComparison => ({
    key,
    verdict,
    flags: [],
    values: values(base, effective),
    override: null,
    drafts: [],
    parts: [],
  }));
  const whole = values({ value: [] }, { value: [] });
  return {
    key: "phones",
    kind: "phones",
    verdict: "ours",
    flags: [],
    values: whole,
    override: null,
    drafts: [],
    parts,
  };
}

function recordWith(fields: FieldComparison[], presence: MatrixRecord["presence"] = "both"): MatrixRecord {
  return {
    record,
    name: null,
    onRoster: true,
    presence,
    fields,
    lost: [],
    fetchedAt: null,
    stale: false,
    failed: null,
  };
}

const column = (name: string, ...records: MatrixRecord[]): MatrixColumn => ({
  index: { id: `idx_${name}`, name, referrer: null },
  records,
});

const naming = { connection: undefined, wording: noWording };

function rowsOf(standard: MatrixRecord, columns: readonly MatrixColumn[]): readonly MatrixRow[] {
  return matrixGroups([standard], columns, naming)[0]?.rows ?? [];
}

it("names other values by letters, those of most directories first, and marks the outlier", () => {
  const values = ["X", "Y", "Y", "Y", null, null];
  const columns = values.map((value, index) =>
    column(String(index), recordWith(value === null ? [] : [text("S", value, "ours")])),
  );
  const [row] = rowsOf(recordWith([text("S")]), columns);
  expect(
    row?.others.map(({ letter, text: words, directories, isOutlier }) => [letter, words, directories, isOutlier]),
  ).toEqual([
    ["A", "Y", 3, false],
    ["B", "X", 1, true],
  ]);
  expect(row?.cells.map((cell) => (cell.says === "other" ? cell.letter : cell.says))).toEqual([
    "B",
    "A",
    "A",
    "A",
    "standard",
    "standard",
  ]);
});

it("has one row for all entries of phones that stand in for the same standard one, and one for each that is new", () => {
  const base = phone("+1 415 555 0120");
  const standard = recordWith([phones([{ key: "0120", base, effective: base, verdict: "same" }])]);
  const replaced = (key: string) => phones([{ key, base, effective: phone(key), verdict: "ours" }]);
  const added = phones([{ key: "0177", base: { absent: true }, effective: phone("0177"), verdict: "ours" }]);
  const columns = [
    column("a", recordWith([replaced("0186")])),
    column("b", recordWith([replaced("0190")])),
    column("c", recordWith([added])),
  ];
  const rows = rowsOf(standard, columns);
  expect(rows).toHaveLength(2);
  expect(rows.map(({ cells }) => cells.map(({ says }) => says))).toEqual([
    ["other", "other", "standard"],
    ["standard", "standard", "other"],
  ]);
  expect(rows[1]?.standard).toEqual({ absent: true });
});

it("has a row for each of several equal phones, and asks each directory about that one by its key there", () => {
  const base = phone("0120");
  const one = (key: string, effective = base): PhoneCase => ({
    key,
    base,
    effective,
    verdict: effective === base ? "same" : "ours",
  });
  const standard = recordWith([phones([one("0120;line=1/2"), one("0120;line=2/2")])]);
  const second = recordWith([phones([one("0120;only"), one("0199", phone("0199"))])]);
  const rows = rowsOf(standard, [column("a", second), column("b", recordWith([]))]);
  expect(rows.map(({ cells }) => cells.map(({ says }) => says))).toEqual([
    ["standard", "standard"],
    ["other", "standard"],
  ]);
  expect(new Set(rows.map(({ row }) => row.label)).size).toBe(2);
  const removedIn = rows.map((row) =>
    row.cells.map((cell) => {
      const request = requestFor(row, cell, { do: "set", reading: { absent: true }, asItStands: false });
      return request !== null && "change" in request ? request.change.operation : null;
    }),
  );
  const remove = (element: string) => ({ op: "remove", element });
  expect(removedIn).toEqual([
    [remove("0120;only"), remove("0120;line=1/2")],
    [remove("0199"), remove("0120;line=2/2")],
  ]);
});

it("tells what is not on a roster and what was not read from what is as in the standard index", () => {
  const columns = [column("a"), column("b", recordWith([], "not read")), column("c", recordWith([]))];
  const [group] = matrixGroups([recordWith([text("S")])], columns, naming);
  expect(group?.notOnRoster).toBe(1);
  expect(group?.rows[0]?.cells.map(({ says }) => says)).toEqual(["not on the roster", "not read", "standard"]);
});

it("makes of one wish for phones what each directory needs", () => {
  const base = phone("0120");
  const standard = recordWith([phones([{ key: "0120", base, effective: base, verdict: "same" }])]);
  const gone = phones([{ key: "0120", base, effective: { absent: true }, verdict: "ours" }]);
  const [row] = rowsOf(standard, [column("a", recordWith([])), column("b", recordWith([gone]))]);
  const wished = { number: "0199", extension: null, label: null };
  const operations = (reading: Reading) =>
    row?.cells.map((cell) => {
      const request = requestFor(row, cell, { do: "set", reading, asItStands: false });
      return request !== null && "change" in request ? request.change.operation : null;
    });
  expect(operations({ value: wished })).toEqual([
    { op: "replace", element: "0120", by: wished },
    { op: "add", element: wished },
  ]);
  expect(operations({ absent: true })).toEqual([{ op: "remove", element: "0120" }, null]);
  const confirmed = [false, true].map((asItStands) =>
    row?.cells.map((cell) => requestFor(row, cell, { do: "set", reading: { value: wished }, asItStands })),
  );
  expect(confirmed).toMatchObject(
    [false, true].map((asItStands) => [{ change: { asItStands } }, { change: { asItStands } }]),
  );
});

it("asks nothing of a directory that says so already", () => {
  const columns = [column("a", recordWith([text("S", "X", "ours")])), column("b", recordWith([]))];
  const [row] = rowsOf(recordWith([text("S")]), columns);
  const asked = (value: string) =>
    row?.cells.map((cell) => requestFor(row, cell, { do: "set", reading: { value }, asItStands: false }) !== null);
  expect([asked("X"), asked("S"), asked("Y")]).toEqual([
    [false, true],
    [true, false],
    [true, true],
  ]);
});

it("goes on after Z", () => {
  expect([0, 25, 26, 27, 52].map(letterAt)).toEqual(["A", "Z", "AA", "AB", "BA"]);
});
