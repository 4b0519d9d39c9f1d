import { Creation, IndexVersion, Problem, Referrer, ReferrerPage } from "@dc/contract";
import { expect, test } from "vitest";
import type { z } from "zod";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, journalOf } from "#/testing/directory.ts";

type Ask = (method: string, path: string, body?: unknown) => Promise<Response>;

const asking =
  (signedIn: TestApp["signedIn"]): Ask =>
  async (method, path, body) =>
    await signedIn(method, `${CONNECTION_API}${path}`, body);

async function made<Schema extends z.ZodType>(schema: Schema, answer: Promise<Response>): Promise<z.output<Schema>> {
  const got = await answer;
  if (got.status >= 300) throw new Error(`${got.status}: ${await got.text()}`);
  return schema.parse(await got.json());
}

async function refused(answer: Promise<Response>): Promise<Problem> {
  return Problem.parse(await (await answer).json());
}

test("a name chooses no referrer: where one has it the answer names it, and another is added only if that is said", async () => {
  await using app = await createTestApp();
  const ask = asking(app.signedIn);
  const first = await made(
    Referrer,
    ask("POST", "/referrers", { name: "Dr. Elm", practitionerId: "prov_elm", contact: "Elm Street 1" }),
  );
  const existing = [{ id: first.id, name: "Dr. Elm", practitionerId: "prov_elm", contact: "Elm Street 1" }];
  const named = { name: "Dr. Elm", practitionerId: null };
  const create = (referrer: unknown) => ask("POST", "/index-versions", { name: "Elm", referrer });
  expect(await refused(create(named))).toMatchObject({ status: 409, code: "already_exists", existing });
  // The name and the id in the service together are no key either.
  expect(await refused(create({ name: "Dr. Elm", practitionerId: "prov_elm" }))).toMatchObject({
    status: 409,
    existing,
  });
  expect(await refused(ask("POST", "/referrers", { name: "Dr. Elm", practitionerId: "prov_other" }))).toMatchObject({
    status: 409,
    existing,
    errors: [{ pointer: "/name" }],
  });
  const chosen = await made(Creation, create({ id: first.id }));
  expect(chosen.referrer?.id).toBe(first.id);
  app.clock.advance(1_000);
  const another = await made(Creation, create({ ...named, createAnother: true }));
  expect(another.referrer?.id).not.toBe(first.id);
  const path = `/index-versions/${chosen.indexId}`;
  const { version } = await made(IndexVersion, ask("GET", path));
  const both = { status: 409, existing: [{ id: first.id }, { id: another.referrer?.id }] };
  expect(await refused(ask("PATCH", path, { version, referrer: named }))).toMatchObject(both);
  const third = await made(Referrer, ask("POST", "/referrers", { ...named, createAnother: true }));
  expect([first.id, another.referrer?.id]).not.toContain(third.id);
});

test("a referrer takes the name of one that is seen only if that is said", async () => {
  await using app = await createTestApp();
  const ask = asking(app.signedIn);
  const elm = await made(Referrer, ask("POST", "/referrers", { name: "Dr. Elm" }));
  const oak = await made(Referrer, ask("POST", "/referrers", { name: "Dr. Oak" }));
  const rename = (more: object) => ask("PATCH", `/referrers/${oak.id}`, { version: 1, name: "Dr. Elm", ...more });
  expect(await refused(rename({}))).toMatchObject({ status: 409, code: "already_exists", existing: [{ id: elm.id }] });
  expect(await made(Referrer, rename({ createAnother: true }))).toMatchObject({ id: oak.id, name: "Dr. Elm" });
  // Saving anything else asks for no decision about the name.
  expect((await ask("PATCH", `/referrers/${oak.id}`, { version: 2, name: "Dr. Elm", contact: "Oak 2" })).status).toBe(
    200,
  );
  await ask("PATCH", `/referrers/${elm.id}`, { version: 1, archived: true });
  await ask("PATCH", `/referrers/${oak.id}`, { version: 3, archived: true });
  expect((await ask("POST", "/referrers", { name: "Dr. Elm" })).status).toBe(201);
  expect(await journalOf(app, oak.id)).toEqual(["referrer.create", ...Array(3).fill("referrer.update")]);
});

test("a referrer with directories is archived only by whoever says that it has some", async () => {
  await using app = await createTestApp();
  const ask = asking(app.signedIn);
  const { indexId } = await createDirectory(app, { name: "Elm" });
  const [elm] = (await made(ReferrerPage, ask("GET", "/referrers?q=elm"))).items;
  const archive = (more: object) => ask("PATCH", `/referrers/${elm?.id}`, { version: 1, archived: true, ...more });
  expect(await refused(archive({}))).toMatchObject({
    status: 409,
    code: "wrong_state",
    detail: "“Dr. Elm” has 1 directory that is not archived.",
    errors: [{ pointer: "/withDirectories" }],
  });
  const archived = await made(Referrer, archive({ withDirectories: true }));
  expect([archived.archivedAt, archived.indexVersions]).toEqual([expect.any(String), 1]);
  // What is archived already is not asked for again.
  const again = { version: 2, archived: true, contact: "By phone" };
  expect((await ask("PATCH", `/referrers/${elm?.id}`, again)).status).toBe(200);
  const { version } = await made(IndexVersion, ask("GET", `/index-versions/${indexId}`));
  await made(IndexVersion, ask("PATCH", `/index-versions/${indexId}`, { version, archived: true }));
  await made(Referrer, ask("PATCH", `/referrers/${elm?.id}`, { version: 3, archived: false }));
  expect((await ask("PATCH", `/referrers/${elm?.id}`, { version: 4, archived: true })).status).toBe(200);
});

test("an owner is somebody whom the caller sees", async () => {
  await using app = await createTestApp();
  const ask = asking(app.signedIn);
  const { indexId } = await createDirectory(app, { name: "Elm" });
  const [elm] = (await made(ReferrerPage, ask("GET", "/referrers?q=elm"))).items;
  const limited = { role: "editor" as const, referrers: [elm?.id ?? ""] };
  const editor = await app.enter({ name: "Edda Editor", roles: [limited] });
  const colleague = await app.enter({ name: "Cora Colleague", roles: [limited] });
  const stranger = await app.enter({ name: "Stan Stranger", roles: [{ role: "viewer", referrers: null }] });
  let version = 1;
  const own = async (by: Ask, ownerId: string | null) => {
    const answer = await by("PATCH", `/referrers/${elm?.id}`, { version, ownerId });
    if (answer.status === 200) version += 1;
    return `${answer.status} ${await answer.text()}`.replace(/"requestId":"[^"]*"/, "");
  };
  const hers = asking(editor.signedIn);
  const unknown = await own(hers, "per_000000000000000z");
  expect(unknown).toMatch(/^400 .*"\/ownerId".*is not the id of a person whom you see/);
  for (const { person } of [stranger, colleague]) expect(await own(hers, person.id)).toBe(unknown);
  expect(await own(hers, editor.person.id)).toMatch(/^200/);
  // What a colleague did in a directory that she sees, she sees too.
  await asking(colleague.signedIn)("PATCH", `/index-versions/${indexId}`, { version: 1, notes: "By phone" });
  expect(await own(hers, colleague.person.id)).toMatch(/^200/);
  expect(await own(ask, stranger.person.id)).toMatch(/^200/);
  expect(await own(hers, stranger.person.id)).toMatch(/^200/);
  expect(await own(hers, null)).toMatch(/^200/);
  expect(await own(hers, stranger.person.id)).toBe(unknown);
});
