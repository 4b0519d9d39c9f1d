import { expect, test } from "vitest";
import { parsePlanCatalogue } from "./parse-plan-catalogue.ts";

const parsed = (csv: string) => parsePlanCatalogue(csv, { planPrefix: "ins_" });

test("[I3] quotes, doubled quotes, line breaks in quotes, a byte-order mark and CRLF are read", () => {
  const csv = '\uFEFFid,payer,plan name,kind\r\nins_a,"Harborlight, Inc.","PPO ""Select""\nPlus",PPO\r\nins_b,,,\r\n';
  expect(parsed(csv)).toEqual({
    count: 2,
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
    { line: 2, text: ",Nameless", reason: "No plan id on this line. It begins with ins_." },
    {
      line: 3,
      text: "Harborlight,PPO",
      reason: '"Harborlight" is not a plan id. A plan id is ins_ followed by letters and digits.',
    },
    { line: 5, text: "ins_a,Two", reason: "The same id as on line 4, which counts." },
  ]);
});

test("[I3] a quote that is not closed is told with its line, and takes nothing else", () => {
  expect(parsed("")).toEqual({ count: 0, rows: [], problems: [] });
  const rest = "ins_q3,Acme,Bronze,HMO\nins_q4,Acme,Basic,HMO";
  for (const open of [
    'ins_q2,"Acme,Silver,PPO',
    'ins_q2,"Acme,Silver,"PPO',
    'ins_q2,"Acme" Health,Silver',
    'ins_q2,Acme,"Silver ""Plus"",PPO',
  ]) {
    for (const after of [
      "",
      "\n",
      '\nins_q5,"Acme","Plus",PPO',
      '\nins_q5,Acme,Plus",PPO',
      `\n${"x".repeat(3_000)}"`,
    ]) {
      const { rows, problems } = parsed(`id,payer,plan,kind\nins_q1,Acme,Gold,PPO\n${open}\n${rest}${after}`);
      expect(rows.map(({ id }) => id).slice(0, 3)).toEqual(["ins_q1", "ins_q3", "ins_q4"]);
      expect(problems[0]).toEqual({
        line: 3,
        text: open,
        reason:
          'The quotation mark (") on line 3 has no second one, or text follows the second one before the next column. Add or remove it; write "" for a quotation mark in the text.',
      });
    }
  }
  expect(parsed('ins_a,5" frame,Gold').rows).toMatchObject([{ payer: '5" frame', plan: "Gold" }]);
});

test("[I3] signs that nobody sees are taken off an id, or named with their place", () => {
  const { rows, problems } = parsed("id,payer\nins_v1\u200B,\u200EAcme\nins_\u2060v2,Acme");
  expect(rows).toMatchObject([{ id: "ins_v1", payer: "Acme" }]);
  expect(problems.map(({ reason }) => reason)).toEqual([
    '"ins_\u2060v2" is not a plan id: it has a word joiner at character 5.',
  ]);
});

test("[I5] the columns are those of the header, whatever stands above it", () => {
  const plan = { id: "ins_s1", payer: "Acme", plan: "Gold", kind: "PPO" };
  for (const above of [
    "sep=;\r\n",
    '"sep=;"\n',
    "\uFEFFsep=;\n\n",
    "Plans of 2027\n\n",
    "Plans, payers, kinds\nof 2027\n",
    "",
  ]) {
    const { rows, problems } = parsed(`${above}id;plan;payer;kind\r\nins_s1;Gold;Acme;PPO\r\n;;;\r\n`);
    expect([rows, problems]).toEqual([[{ line: above.split("\n").length + 1, ...plan }], []]);
  }
  expect(parsed("sep=|\nins_s1|Acme|Gold|PPO").rows).toEqual([{ line: 2, ...plan }]);
  expect(parsed("Plans of 2027\nins_s1;Acme;Gold, Silver;PPO").rows).toMatchObject([{ plan: "Gold, Silver" }]);
  expect(parsePlanCatalogue("A-17,Acme\nid,payer\nB-2,Acme", { planPrefix: "" })).toEqual({
    count: 1,
    rows: [{ line: 3, id: "B-2", payer: "Acme", plan: null, kind: null }],
    problems: [
      { line: 1, text: "A-17,Acme", reason: "This line stands above the column names on line 2. Move it below them." },
    ],
  });
});

test("[I3] where nothing marks a plan id, any word is one", () => {
  const { rows, problems } = parsePlanCatalogue("id,plan\nA-17,One\nnot one,Two\n,Three", { planPrefix: "" });
  expect(rows.map(({ id }) => id)).toEqual(["A-17"]);
  expect(problems.map(({ reason }) => reason)).toEqual([
    '"not one" is not a plan id. A plan id is of letters and digits.',
    "No plan id on this line.",
  ]);
});

test("[I17] the error of a spreadsheet is no name of a plan, and is told with its line", () => {
  const { rows, problems } = parsePlanCatalogue("id,plan,remark\nins_a,#N/A\nins_b,Choice,#REF!\nins_c,'#N/A", {
    planPrefix: "ins_",
  });
  expect(rows.map(({ id, plan }) => [id, plan])).toEqual([
    ["ins_b", "Choice"],
    ["ins_c", "#N/A"],
  ]);
  expect(problems.map(({ line, reason }) => [line, reason])).toEqual([
    [2, '"#N/A" is an error of the spreadsheet: mend the formula, or type what is meant.'],
  ]);
});
