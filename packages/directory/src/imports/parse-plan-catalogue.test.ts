import { expect, test } from "vitest";
import { parsePlanCatalogue } from "./parse-plan-catalogue.ts";

const parsed = (csv: string) => parsePlanCatalogue(csv, { planPrefix: "ins_" });

test("[I3] quotes, doubled quotes, line breaks in quotes, a byte-order mark and CRLF are read", () => {
  const csv = '\uFEFFid,payer,plan name,kind\r\nins_a,"Harborlight, Inc.","PPO ""Select""\nPlus",PPO\r\nins_b,,,\r\n';
  expect(parsed(csv)).toEqual({
    rows: [
      { line: 2, id: "ins_a", payer: "Harborlight, Inc.", plan: 'PPO "Select"\nPlus', kind: "PPO" },
      { line: 4, id: "ins_b", payer: null, plan: null, kind: null },
    ],
    problems: [],
  });
});

test("[I3] columns are found by name in any order; without a header they are id, payer, plan, kind", () => {
  expect(parsed("Type;Plan;ID\nHMO;Básico;ins_a").rows).toEqual([
    { line: 2, id: "ins_a", payer: null, plan: "Básico", kind: "HMO" },
  ]);
  expect(parsed("ins_a\tUnión\tBásico\tHMO").rows).toEqual([
    { line: 1, id: "ins_a", payer: "Unión", plan: "Básico", kind: "HMO" },
  ]);
});

test("[I3] rows without a plan id, and repeated ones, have their line and the reason", () => {
  expect(parsed("id,plan\n,Nameless\nHarborlight,PPO\nins_a,One\nins_a,Two").problems).toEqual([
    { line: 2, text: ", Nameless", reason: "No plan id on this line. It begins with ins_." },
    {
      line: 3,
      text: "Harborlight, PPO",
      reason: '"Harborlight" is not a plan id. A plan id is ins_ followed by letters and digits.',
    },
    { line: 5, text: "ins_a, Two", reason: "The same id as on line 4, which counts." },
  ]);
});

test("[I3] an open quote and an empty text end without a throw", () => {
  expect(parsed("")).toEqual({ rows: [], problems: [] });
  expect(parsed('ins_a,"open').rows).toEqual([{ line: 1, id: "ins_a", payer: "open", plan: null, kind: null }]);
});

test("[I3] where nothing marks a plan id, any word is one", () => {
  const { rows, problems } = parsePlanCatalogue("id,plan\nA-17,One\nnot one,Two\n,Three", { planPrefix: "" });
  expect(rows.map(({ id }) => id)).toEqual(["A-17"]);
  expect(problems.map(({ reason }) => reason)).toEqual([
    '"not one" is not a plan id. A plan id is of letters and digits.',
    "No plan id on this line.",
  ]);
});
