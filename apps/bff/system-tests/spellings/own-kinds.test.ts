import { CONNECTION_API } from "#/testing/app.ts";
import { ActivityPage, Connection, Problem, Runbook, type RecordKey } from "@dc/contract";
import { type Json, membersOf, textsOf, typedText, valueWords } from "@dc/directory";
import { expect, test } from "vitest";
import { read } from "#/testing/directory.ts";
import { change } from "./spelled-changes.ts";
import { createSpelledStack, type SpelledStack } from "./spelled-stack.ts";

// Values of other kinds than names and phones, as spellings have drawn them: on practitioners, schedules and places.
const spellings = ["seed:10", "seed:13"];

type Meaning = Connection["recordTypes"][number]["meanings"][number];

interface OwnField {
  record: RecordKey;
  meaning: Meaning;
  before: Json;
  after: Json;
}

const kinds = ["word", "number", "date", "boolean", "choice", "languages", "address"];

/** Each field of these kinds that the first records of the page hold, with another value that it can have. */
async function ownFields(stack: SpelledStack): Promise<OwnField[]> {
  const { recordTypes } = await read(stack.app, Connection, "");
  const { practitioner, schedules, related } = await stack.view();
  const records = [practitioner, ...schedules.slice(0, 1), ...related.slice(0, 1)].map(({ record }) => record);
  const fields: OwnField[] = [];
  for (const record of records)
    for (const meaning of recordTypes.find(({ type }) => type === record.type)?.meanings ?? []) {
      if (!kinds.includes(meaning.kind) || !meaning.writable) continue;
      const before = (await stack.said(record, meaning.key, stack.indexId)) as Json;
      fields.push({ record, meaning, before, after: otherValue(meaning, before) });
    }
  return fields;
}

function otherValue({ kind, choices }: Meaning, before: Json): Json {
  switch (kind) {
    case "boolean":
      return before !== true;
    case "choice":
      return choices?.find(({ value }) => value !== before)?.value ?? null;
    case "number":
      return before === 20 ? 30 : 20;
    case "date":
      return before === "2001-02-03" ? "2001-02-04" : "2001-02-03";
    case "languages":
      return {
        ...(typeof before === "object" && before !== null && !Array.isArray(before) ? before : {}),
        fr: "Bonjour",
      };
    case "address":
      return before === null ? { city: "Elsewhere" } : { ...(before as object), city: "Elsewhere" };
    case "word":
    case "text":
    case "phones":
    case "set":
    case "reference":
    case "bookable":
    case "json":
      return before === "MD" ? "DO" : "MD";
  }
}

const impossible: { readonly [kind: string]: [Json, RegExp] } = {
  boolean: ["perhaps", /must be true or false; “perhaps” is not\.$/],
  choice: ["perhaps", /must be .+ or .+; “perhaps” is not\.$/],
  number: [1_000_000, /must be a (whole )?number from \d+ to \d+\.$/],
  date: ["2001-02-29", /must be a day of the calendar, YYYY-MM-DD; “2001-02-29” is not\.$/],
  languages: [{ "not a tag": "A" }, /must be an object with a text for each language, such as .+\.$/],
  address: [{ planet: "Mars" }, /must be an object with some of the texts street, city, .+\.$/],
  word: [" MD ", /must be a word without a blank at either end or a line break; “ MD ” is not\.$/],
};

test.for(spellings)(
  "%s: values of other kinds are staged, told in words, held and served as spelled",
  async (spelling) => {
    await using stack = await createSpelledStack({ spelling, writes: false });
    const { app, indexId } = stack;
    const fields = await ownFields(stack);
    expect(new Set(fields.map(({ meaning }) => meaning.kind)).size).toBeGreaterThan(3);
    expect(new Set(fields.map(({ record }) => record.type)).size).toBeGreaterThan(1);

    for (const { record, meaning } of fields) {
      const [value, says] = impossible[meaning.kind] ?? [null, /$/];
      const body = { changes: [change(record, meaning.key, { op: "set", value })] };
      const answer = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, body);
      const error = Problem.parse(await answer.json());
      expect([answer.status, error.errors?.map(({ pointer }) => pointer)]).toEqual([
        400,
        ["/changes/0/operation/value"],
      ]);
      expect(error.detail).toMatch(says);
      expect(error.detail).toContain(`“${meaning.labelInSentence}”`);
    }

    const rows = await stack.applied(
      ...fields.map(({ record, meaning, after }) => change(record, meaning.key, { op: "set", value: after })),
    );
    expect(rows.map(({ state }) => state)).toEqual(fields.map(() => "held"));
    const sentences = (await read(app, ActivityPage, `/activity?indexId=${indexId}&limit=100`)).items;
    const runbook = await read(app, Runbook, `/index-versions/${indexId}/runbook`);
    for (const { record, meaning, before, after } of fields) {
      expect((await stack.served(record, meaning.key, indexId)).said).toEqual(after);
      expect(await stack.said(record, meaning.key, indexId)).toEqual(before);
      const words = valueWords(after, meaning) ?? typedText({ value: after });
      const told = sentences.filter(({ sentence }) => sentence.includes(meaning.labelInSentence));
      expect(told.filter(({ sentence }) => sentence.endsWith(` to ${words}`)).length).toBeGreaterThan(0);
      expect(runbook.text).toContain(`- What: ${meaning.labelInSentence}`);
      expect(runbook.text).toContain(
        words === typedText({ value: after }) ? `\`${JSON.stringify(after)}\`` : `- To: ${words} (`,
      );
    }
  },
);

test.for(spellings)(
  "%s: values of other kinds are sent, read back as wanted, and followed by the standard index",
  async (spelling) => {
    await using stack = await createSpelledStack({ spelling, writes: true });
    const { app, indexId } = stack;
    const { standardIndex } = app.deps.service.profile;
    const fields = await ownFields(stack);
    const rows = await stack.applied(
      ...fields.map(({ record, meaning, after }) => change(record, meaning.key, { op: "set", value: after })),
    );
    expect(rows.map(({ state, because }) => [state, because])).toEqual(fields.map(() => ["applied", null]));
    for (const { record, meaning, before, after } of fields) {
      expect(await stack.said(record, meaning.key, indexId)).toEqual(after);
      expect(await stack.said(record, meaning.key, standardIndex)).toEqual(before);
      await stack.control("/drift", { ...record, set: await stack.spelled(record, meaning.key, after, standardIndex) });
    }
    const page = await stack.view();
    for (const { record, meaning } of fields) {
      const holder = [page.practitioner, ...page.schedules, ...page.related].find((one) => one.record.id === record.id);
      const field = holder?.comparison.fields.find(({ key }) => key === meaning.key);
      expect([meaning.key, field?.verdict, field?.flags]).toEqual([meaning.key, "same", ["redundant", "pinned"]]);
    }
  },
);

test("a text in one language is overridden, told, decided and sent by itself", async () => {
  await using stack = await createSpelledStack({ spelling: "seed:4", writes: true });
  const { app, indexId } = stack;
  const { standardIndex } = app.deps.service.profile;
  const [field] = (await ownFields(stack)).filter(({ meaning }) => meaning.kind === "languages");
  if (field === undefined) throw new Error("The spelling has no texts in languages.");
  const { record, meaning, before } = field;
  const texts = textsOf({ value: before }) ?? new Map<string, string>();
  const [[own = "", text = ""] = []] = texts;
  const others = Object.fromEntries([...texts].filter(([tag]) => tag !== own));
  expect(own).not.toBe("");
  const partsOf = async () => {
    const page = await stack.view();
    const holder = [page.practitioner, ...page.schedules, ...page.related].find((one) => one.record.id === record.id);
    const parts = holder?.comparison.fields.find(({ key }) => key === meaning.key)?.parts ?? [];
    return Object.fromEntries(parts.map(({ key, verdict }) => [key, verdict]));
  };
  const rows = await stack.applied(
    change(record, meaning.key, { op: "set", element: own, value: "Ours" }),
    change(record, meaning.key, { op: "set", element: "fi", value: "Meidän" }),
  );
  expect(rows.map(({ state }) => state)).toEqual(["applied", "applied"]);
  expect(await stack.said(record, meaning.key, indexId)).toEqual({ ...others, [own]: "Ours", fi: "Meidän" });
  const moved = { ...others, [own]: text, sv: "Nytt" };
  await stack.control("/drift", { ...record, set: await stack.spelled(record, meaning.key, moved, standardIndex) });
  const same = Object.fromEntries(Object.keys(others).map((tag) => [tag, "same"]));
  expect(await partsOf()).toEqual({ ...same, [own]: "ours", fi: "ours", sv: "base moved" });
  const sentences = (await read(app, ActivityPage, `/activity?indexId=${indexId}&limit=50`)).items;
  expect(sentences.map(({ sentence }) => sentence)).toContainEqual(
    expect.stringMatching(/^Applied: sets .*biography in Finnish.* to Meidän$/),
  );
  const asked = { record, field: meaning.key, element: "sv", decision: "take base" };
  const answer = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/decisions`, asked);
  expect(answer.status).toBe(200);
  const reset = change(record, meaning.key, { op: "reset", element: "fi" });
  expect((await stack.applied(reset)).map(({ state }) => state)).toEqual(["applied"]);
  expect(await stack.said(record, meaning.key, indexId)).toEqual({ ...others, [own]: "Ours", sv: "Nytt" });
  expect(await partsOf()).toEqual({ ...same, [own]: "ours", sv: "same" });

  for (const [element, value, says] of [
    ["french", "A", /must name a language by its tag, such as "fr" or "pt-BR"; “french” is none/],
    ["pt_br", "A", /“pt_br” is none, “pt-BR” is/],
    ["fr", " ", /must be a text that is not blank/],
  ] as const) {
    const body = { changes: [change(record, meaning.key, { op: "set", element, value })] };
    const refused = await app.signedIn("POST", `${CONNECTION_API}/index-versions/${indexId}/changes`, body);
    expect([refused.status, Problem.parse(await refused.json()).detail]).toEqual([400, expect.stringMatching(says)]);
  }
});

test("ids of records in a set are told by the names of these records, on the page, in changes and in the journal", async () => {
  await using stack = await createSpelledStack({ spelling: "seed:19", writes: false });
  const { app, indexId, scheduleId } = stack;
  const record = { type: "schedule", id: scheduleId };
  const ids = membersOf({ value: (await stack.said(record, "alsoAt", indexId)) as Json }) ?? new Set<string>();
  const { members, related } = await stack.view();
  const names = new Map(members.map((member) => [member.record.id, member.name]));
  const [gone = ""] = ids;
  const place = related.find((one) => one.record.type === "place" && !ids.has(one.record.id));
  if (place === undefined || place.name === null) throw new Error("The schedule has no place of its own.");
  expect(ids.size).toBeGreaterThan(0);
  expect([...ids].filter((id) => (names.get(id) ?? "") === "")).toEqual([]);
  const rows = await stack.applied(
    change(record, "alsoAt", { op: "remove", element: gone }),
    change(record, "alsoAt", { op: "add", element: place.record.id }),
  );
  expect(rows.map(({ state }) => state)).toEqual(["held", "held"]);
  const { changes } = await stack.view();
  expect(changes.map((one) => one.members)).toEqual(
    expect.arrayContaining([{ [gone]: names.get(gone) }, { [place.record.id]: place.name }]),
  );
  const sentences = (await read(app, ActivityPage, `/activity?indexId=${indexId}&limit=50`)).items;
  const told = sentences.map(({ sentence }) => sentence);
  expect(told).toContainEqual(expect.stringContaining(`Held: removes ${names.get(gone)} from `));
  expect(told).toContainEqual(expect.stringContaining(`Held: adds ${place.name} to `));
});
