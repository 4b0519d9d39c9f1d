import { CONNECTION_API } from "#/testing/app.ts";
import {
  ActivityPage,
  ChangeSet,
  Connection,
  Decided,
  OverridePage,
  PlanPage,
  Runbook,
  StagedChanges,
} from "@dc/contract";
import { fieldSentences, plainText } from "@dc/directory";
import { expect, test } from "vitest";
import { applyChangeSet } from "#/operations/change-sets/apply.ts";
import { read } from "#/testing/directory.ts";
import { change } from "./spelled-changes.ts";
import { createSpelledStack, type SpelledStack } from "./spelled-stack.ts";
import { testEvidence } from "#/testing/evidence.ts";

// Two meanings without code of their own; they are in the profile alone, where each spelling has them.

const emptyAsNull = { write: { empty: "null", remove: "null" } };
const ownMeanings = {
  default: {
    languagesSpoken: { kind: "set", of: "word", at: "/languages" },
    salutation: { kind: "text", at: "/salutation" },
  },
  respelled: {
    languagesSpoken: { kind: "set", of: "word", at: "/tongues", ...emptyAsNull },
    salutation: { kind: "text", at: "/addressed_as", ...emptyAsNull },
  },
  "seed:4": {
    languagesSpoken: { kind: "set", of: "word", at: "/Spoken" },
    salutation: { kind: "text", at: "/FormOfAddress" },
  },
  "seed:6": {
    languagesSpoken: { kind: "set", of: "word", at: "/speaks", ...emptyAsNull },
    salutation: { kind: "text", at: "/formOfAddress", ...emptyAsNull },
  },
} as const;
const spellings = Object.entries(ownMeanings);

const createStack = (spelling: string, meanings: { salutation: { at: string } }, writes: boolean) =>
  createSpelledStack({
    spelling,
    writes,
    extendProfile(text) {
      // The sandbox returns a profile.
      const profile = JSON.parse(text) as { records: { practitioner: { meanings: object; create: object } } };
      const { practitioner } = profile.records;
      Object.assign(practitioner.meanings, meanings);
      // What creation requires at a place that is a meaning by now is required by its name.
      const create = JSON.stringify(practitioner.create).replaceAll(`"${meanings.salutation.at}"`, '"salutation"');
      practitioner.create = JSON.parse(create) as object;
      return JSON.stringify(profile);
    },
  });

/**
 * The words of the first practitioner in the service, and changes of both fields: one word added, one removed, another
 * text.
 */
async function threeChanges(stack: SpelledStack) {
  const { record, name } = await stack.holderOf("languagesSpoken");
  const words = [(await stack.said(record, "languagesSpoken", stack.indexId)) ?? []].flat().map(String);
  const [lost = ""] = words;
  expect(lost).not.toBe("");
  const changes = [
    change(record, "languagesSpoken", { op: "add", element: "Sign language" }),
    change(record, "languagesSpoken", { op: "remove", element: lost }),
    change(record, "salutation", { op: "set", value: "Professor" }),
  ];
  return { record, name: name ?? record.id, words, lost, changes, wanted: [...words.slice(1), "Sign language"] };
}

const sentences = async ({ app, indexId }: SpelledStack) =>
  (await read(app, ActivityPage, `/activity?indexId=${indexId}&limit=50`)).items.map(({ sentence }) => sentence);

test.for(spellings)(
  "%s: meanings of one's own are read, compared, overridden, told and served while they are held",
  async ([spelling, meanings]) => {
    await using stack = await createStack(spelling, meanings, false);
    const { app, indexId } = stack;
    const { standardIndex } = app.deps.service.profile;
    const { recordTypes } = await read(app, Connection, "");
    expect(recordTypes.find(({ type }) => type === "practitioner")?.meanings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: "languagesSpoken", label: "Languages spoken", setContent: "words" }),
        expect.objectContaining({ key: "salutation", label: "Salutation", setContent: null }),
      ]),
    );
    const { record, name, words, lost, changes, wanted } = await threeChanges(stack);
    const fieldOf = async (key: string) => {
      const { comparison } = await stack.holderOf(key);
      const field = comparison.fields.find((one) => one.key === key);
      if (field === undefined) throw new Error(`The record has no ${key}.`);
      return field;
    };
    expect(await fieldOf("languagesSpoken")).toMatchObject({ kind: "set", verdict: "same" });
    expect(await fieldOf("salutation")).toMatchObject({ kind: "text", verdict: "same" });
    const salutation = await stack.said(record, "salutation", indexId);

    const rows = await stack.applied(...changes);
    expect(rows.map(({ state }) => state)).toEqual(["held", "held", "held"]);
    expect((await stack.served(record, "languagesSpoken", indexId)).said).toEqual(wanted);
    expect((await stack.served(record, "salutation", indexId)).said).toBe("Professor");
    expect((await stack.served(record, "languagesSpoken", standardIndex)).said).toEqual(words);
    expect(await stack.said(record, "languagesSpoken", indexId)).toEqual(words);

    const spoken = await fieldOf("languagesSpoken");
    expect(spoken).toMatchObject({ verdict: "ours", flags: expect.arrayContaining(["held"]) });
    const told = fieldSentences(spoken, { recordName: name, memberName: () => null });
    expect(told.map(({ spans }) => plainText(spans))).toEqual([
      `${name} lists Sign language among the languages spoken too, and does not list ${lost}.`,
    ]);
    const journal = await sentences(stack);
    expect(journal).toContain(`Ada Admin staged: adds Sign language to ${name} (languages spoken)`);
    expect(journal).toContain(`Held: sets the salutation of ${name} to Professor`);
    const [set] = (await read(app, OverridePage, `/index-versions/${indexId}/overrides`)).items;
    const named = await read(app, ChangeSet, `/change-sets/${set?.change.changeSetId}`);
    expect(named.name).toBe(`${name}: 2 languages spoken, salutation`);
    const runbook = await read(app, Runbook, `/index-versions/${indexId}/runbook`);
    expect(runbook.steps.map(({ title }) => title)).toContain(
      `Adds Sign language to ${name} (languages spoken), then removes ${lost} from ${name} (languages spoken)`,
    );
    expect(runbook.text).toContain("languages spoken");

    const plans = (await read(app, PlanPage, "/plans?limit=200")).items.map(({ id }) => id);
    const page = await stack.view();
    expect(plans.length).toBeGreaterThan(0);
    for (const word of [...words, ...wanted]) {
      expect(plans).not.toContain(word);
      expect(page.plans.map(({ id }) => id)).not.toContain(word);
    }
    const addWord = (element: string) => {
      const body = { changes: [change(record, "languagesSpoken", { op: "add", element })] };
      return app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, body);
    };
    for (const asked of [" ", "en\nfr"]) expect([asked, (await addWord(asked)).status]).toEqual([asked, 400]);
    const { changes: staged } = StagedChanges.parse(await (await addWord(" fr")).json());
    expect(staged).toMatchObject([{ operation: { op: "add", element: "fr" } }]);

    for (const [field, element] of [["languagesSpoken", "Sign language"], ["languagesSpoken", lost], ["salutation"]]) {
      const asked = { record, field, decision: "remove override", ...(element === undefined ? {} : { element }) };
      const answer = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/decisions`, asked);
      expect(Decided.parse(await answer.json()).outcome).toBe("withdrawn");
    }
    expect((await stack.served(record, "languagesSpoken", indexId)).said).toEqual(words);
    expect((await stack.served(record, "salutation", indexId)).said).toEqual(salutation);
  },
);

test.for(spellings)(
  "%s: meanings of one's own are sent with receipts, read back as wanted, and follow base where it moves",
  async ([spelling, meanings]) => {
    await using stack = await createStack(spelling, meanings, true);
    const { app, indexId } = stack;
    const { standardIndex } = app.deps.service.profile;
    const { record, words, lost, changes, wanted } = await threeChanges(stack);
    const salutation = await stack.said(record, "salutation", standardIndex);
    const rows = await stack.applied(...changes);
    expect(rows.map(({ state, because }) => ({ state, because }))).toEqual(
      rows.map(() => ({ state: "applied", because: null })),
    );
    expect(await stack.said(record, "languagesSpoken", indexId)).toEqual(wanted);
    expect(await stack.said(record, "salutation", indexId)).toBe("Professor");
    expect(await stack.said(record, "languagesSpoken", standardIndex)).toEqual(words);
    expect(await stack.said(record, "salutation", standardIndex)).toEqual(salutation);
    const receipts = await app.deps.store.db.selectFrom("receipt").select(["as_wanted", "base_moved"]).execute();
    expect(receipts).toEqual(rows.map(() => ({ as_wanted: true, base_moved: "none" })));

    const moved = [...words, "vi"];
    for (const [field, value] of [
      ["languagesSpoken", moved],
      ["salutation", "Doctor"],
    ] as const)
      await stack.control("/drift", { ...record, set: await stack.spelled(record, field, value, standardIndex) });
    const fields = (await stack.holderOf("salutation")).comparison.fields;
    const spoken = fields.find(({ key }) => key === "languagesSpoken");
    expect(spoken?.parts.find(({ key }) => key === "vi")).toMatchObject({ verdict: "base moved" });
    expect(spoken?.parts.find(({ key }) => key === lost)).toMatchObject({ verdict: "ours" });
    expect(fields.find(({ key }) => key === "salutation")).toMatchObject({ verdict: "conflict" });

    for (const field of ["languagesSpoken", "salutation"]) {
      const asked = { record, field, decision: "take base" };
      const answer = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/decisions`, asked);
      expect(Decided.parse(await answer.json()).outcome).toBe("staged");
    }
    const { draft } = await stack.view();
    if (draft === null) throw new Error("Nothing was staged.");
    await applyChangeSet(app.context, draft.changeSetId, { version: draft.version, evidence: testEvidence });
    app.clock.advance(app.deps.undoMs);
    await stack.pass();
    expect(new Set([await stack.said(record, "languagesSpoken", indexId)].flat())).toEqual(new Set(moved));
    expect(await stack.said(record, "salutation", indexId)).toBe("Doctor");
  },
);
