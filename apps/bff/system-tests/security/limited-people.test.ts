import { giveRoles } from "#/testing/people/give-roles.ts";
import { CreatedToken, Creation, type GrantedRole, IndexVersion, Referrer } from "@dc/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { CONNECTION_ID } from "#/operations/connection/save.ts";
import { declaredTables } from "#/store/reach/limited-views.ts";
import { selectNewestReceipts } from "#/store/tables/changes/receipts.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { sampleSchedules } from "#/testing/directory.ts";
import { seal } from "#/testing/journal.ts";
import { testEvidence } from "#/testing/evidence.ts";
import { buildDirectory, made, Staged, type World } from "./build-directory.ts";
import { filled, type Route, routesOf } from "./routes.ts";

// Proves, for every GET of the running router: what somebody is answered who is limited to one referrer is the same to the
// byte whether another referrer's data is there or not, has none of that data's ids and words in it, and that data's own
// addresses are not found. The same for their tokens. Cannot prove: that writes leave nothing to be seen by their timing.

let app: TestApp;
let reads: Route[];
let first: World;
let second: World;
let viewer: TestApp["signedIn"];
let editor: TestApp["signedIn"];
let before: ReadonlyMap<string, string>;
let editorBefore: ReadonlyMap<string, string>;

/** What parameters of addresses and queries may be, in this world. */
function addressesOf(route: Route, world: World, indexId = world.indexId): string[] {
  const values: { readonly [name: string]: string } = {
    connection: CONNECTION_ID,
    type: "practitioner",
    recordId: world.practitionerId,
    personId: "nobody",
    tokenId: "tok_0000000000000000",
    sessionId: "none",
    number: "1",
    line: "1",
    ...world,
    indexId,
  };
  const path = filled(route, (name) => values[name] ?? "unknown");
  const queries: { readonly [end: string]: readonly string[] } = {
    "/search": ["?q=dr", "?q=directory", "?q=reason", "?q=draft", "?q=0143", "?q=202555", `?q=${world.practitionerId}`],
    "/activity": ["", `?indexId=${world.indexId}`, `?subject=${world.changeSetId}`, "?limit=200"],
    "/index-versions": ["", "?sort=name", "?sort=recent", "?sort=roster", "?sort=overrides", "?q=dr"],
    "/change-sets": ["", `?indexId=${world.indexId}`],
    "/review": ["", "?level=group&by=directory", "?level=change&by=kind", "?q=dr"],
    "/creations": ["", "?open=1"],
    "/referrers": ["", "?q=dr"],
    "/plans": ["", "?limit=200"],
    "/statements/places": ["?q=dr", "?q=202555"],
    "/look-ups": [`?q=${world.practitionerId}`],
  };
  const end = Object.keys(queries).find((one) => path.endsWith(one));
  return (end === undefined ? [""] : (queries[end] ?? [""])).map((query) => path + query);
}

/** Every GET with the ids of the world, the standard index among them. */
async function readAll(
  signedIn: TestApp["signedIn"],
  world: World,
  { standard = true } = {},
): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const route of reads) {
    const indices = standard && route.path.includes(":indexId") ? [world.indexId, "idx_standard"] : [world.indexId];
    const sets = route.path.includes(":changeSetId") ? [world.changeSetId, world.draftId] : [world.changeSetId];
    for (const [indexId, changeSetId] of indices.flatMap((index) => sets.map((set) => [index, set] as const))) {
      for (const path of addressesOf(route, { ...world, changeSetId }, indexId)) {
        const answer = await signedIn("GET", path);
        answers.set(path, `${answer.status} ${await answer.text()}`.replaceAll(/"requestId":"[^"]*"/g, ""));
      }
    }
  }
  return answers;
}

const limitedTo = (referrer: string, ...roles: GrantedRole["role"][]): GrantedRole[] =>
  roles.map((role) => ({ role, referrers: [referrer] }));

beforeAll(async () => {
  app = await createTestApp();
  reads = routesOf(app.app).filter(({ method }) => method === "GET");
  const schedules = sampleSchedules(app, 20);
  first = await buildDirectory(app, "Aldous", schedules.slice(0, 3));
  viewer = (await app.enter({ name: "Vera Viewer", roles: limitedTo(first.referrerId, "viewer") })).signedIn;
  editor = (await app.enter({ name: "Edda Editor", roles: limitedTo(first.referrerId, "editor") })).signedIn;
  for (const one of [viewer, editor]) await readAll(one, first);
  await app.deps.background.idle();
  // Events are told once they are sealed, which here happens when the test says.
  await seal(app.deps.store);
  before = await readAll(viewer, first);
  editorBefore = await readAll(editor, first);
  second = await buildDirectory(app, "Zyxwell", schedules.slice(17));
  await seal(app.deps.store);
  // Nothing is older than before, and no time tells that something happened.
  app.clock.advance(-5_000);
});
afterAll(() => app[Symbol.asyncDispose]());

/** Everything by which the other referrer's data could be told. */
function tellTales(): string[] {
  const { scheduleId: _, practitionerId: __, ...own } = second;
  return [...Object.values(own), "Zyxwell", second.practitionerId, second.scheduleId];
}

describe.each(["viewer", "editor"] as const)("a limited %s", (kind) => {
  const signedIn = () => (kind === "viewer" ? viewer : editor);
  const earlier = () => (kind === "viewer" ? before : editorBefore);

  test("is answered the same by every GET, whether the other referrer's data is there or not, with the own data in them", async () => {
    const after = await readAll(signedIn(), first);
    const moved = [...after].flatMap(([path, answer]) =>
      // What is not cached is asked for at each of these reads, and so joins the log of her own calls.
      answer === earlier().get(path) || path.endsWith("/requests")
        ? []
        : [{ path, before: earlier().get(path), after: answer }],
    );
    expect(moved).toEqual([]);
    const told = [...after].flatMap(([path, answer]) =>
      tellTales()
        .filter((word) => answer.includes(word))
        .map((word) => `${path} tells ${word}`),
    );
    expect(told).toEqual([]);
    expect([...after.values()].filter((answer) => answer.startsWith("200")).length).toBeGreaterThan(40);
    const all = [...after.values()].join("\n");
    const { draftId, changeSetId, changeId, indexId, referrerId, importId, creationId } = first;
    for (const id of [draftId, changeSetId, changeId, indexId, referrerId, importId, creationId])
      expect(all, id).toContain(id);
    for (const words of ["Dr. Aldous", "Directory Aldous", "Notes Aldous", "Reason Aldous", "Draft Aldous"])
      expect(all, words).toContain(words);
  });
});

test("a token of a limited person sees no more, and one that is limited by itself neither", async () => {
  const own = await made(
    CreatedToken,
    viewer("POST", `${CONNECTION_API}/tokens`, { name: "hers", scopes: ["read", "gateway"] }),
  );
  const narrow = await made(
    CreatedToken,
    app.signedIn("POST", `${CONNECTION_API}/tokens`, {
      name: "narrow",
      scopes: ["read"],
      referrers: [first.referrerId],
    }),
  );
  for (const { secret } of [own, narrow]) {
    const byToken: TestApp["signedIn"] = (method, path, body) =>
      app.request(method, path, body, { Authorization: `Bearer ${secret}`, "X-Directory-Console": "" });
    const all = await readAll(byToken, first);
    const told = [...all].flatMap(([path, answer]) =>
      tellTales().flatMap((word) => (answer.includes(word) ? [`${path} tells ${word}`] : [])),
    );
    expect(told).toEqual([]);
    expect((await byToken("GET", `${CONNECTION_API}/index-versions/${first.indexId}`)).status).toBe(200);
    expect((await byToken("GET", `${CONNECTION_API}/index-versions/${second.indexId}`)).status).toBe(404);
  }
});

test("a token that was made while its owner saw more names no referrer that she sees no longer", async () => {
  const roles = (...referrers: string[]): GrantedRole[] => [{ role: "viewer", referrers }];
  const { person, signedIn } = await app.enter({
    name: "Nora Narrowed",
    roles: roles(first.referrerId, second.referrerId),
  });
  const both = [first.referrerId, second.referrerId];
  await made(
    CreatedToken,
    signedIn("POST", `${CONNECTION_API}/tokens`, { name: "both", scopes: ["read"], referrers: both }),
  );
  await giveRoles(app.signedIn, person.id, roles(first.referrerId));
  const listed = await (await signedIn("GET", `${CONNECTION_API}/tokens`)).text();
  expect(listed).toContain("Dr. Aldous");
  expect(tellTales().filter((word) => listed.includes(word))).toEqual([]);
});

test("an editor of some referrers makes directories for those alone", async () => {
  const create = async (referrer: unknown) =>
    await editor("POST", `${CONNECTION_API}/index-versions`, {
      name: "Another",
      ...(referrer === undefined ? {} : { referrer }),
    });
  for (const referrer of [undefined, { name: "Dr. New" }, { name: "Dr. Zyxwell" }, { id: second.referrerId }]) {
    const answer = await create(referrer);
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain("Zyxwell");
  }
  const created = await made(Creation, create({ id: first.referrerId }));
  expect(created.referrer?.name).toBe("Dr. Aldous");
  expect((await editor("GET", `${CONNECTION_API}/index-versions/${created.indexId}`)).status).toBe(200);
});

test("an alarm outside the limit is told no more than one that is not there", async () => {
  const { db } = app.deps.store;
  await db
    .insertInto("alarm")
    .values({
      id: "alm_0000000000000001",
      connection_id: CONNECTION_ID,
      change_set_id: second.changeSetId,
      index_id: second.indexId,
      record_type: "practitioner",
      record_id: second.practitionerId,
      taken_by: JSON.stringify([first.indexId]),
      raised_at: app.clock.now(),
    })
    .execute();
  expect(await (await viewer("GET", `${CONNECTION_API}/alarms`)).json()).toEqual({ items: [] });
  expect((await editor("POST", `${CONNECTION_API}/sending/resume`)).status).toBe(403);
  const inside = { index_id: first.indexId, change_set_id: first.changeSetId, record_id: first.practitionerId };
  await db
    .updateTable("alarm")
    .set({ ...inside, taken_by: JSON.stringify([second.indexId]) })
    .execute();
  const own = await (await viewer("GET", `${CONNECTION_API}/alarms`)).text();
  expect(own).toContain(first.indexId);
  expect(tellTales().filter((word) => own.includes(word))).toEqual([]);
  await db.deleteFrom("alarm").execute();
});

test("a directory that starts from another referrer's does not name that one", async () => {
  const { id } = await made(
    Creation,
    app.signedIn("POST", `${CONNECTION_API}/index-versions`, {
      name: "Started elsewhere",
      referrer: { id: first.referrerId },
      startFrom: { kind: "overrides", indexId: second.indexId },
    }),
  );
  await app.deps.background.idle();
  const started = await made(Creation, app.signedIn("GET", `${CONNECTION_API}/creations/${id}`));
  expect(started.start?.staged).toBe(1);
  const { changeSetId, indexId, rosterImportId } = started;
  const own = { changeSetId: changeSetId ?? "", draftId: changeSetId ?? "", indexId: indexId ?? "" };
  const world = { ...second, ...own, creationId: id, importId: rosterImportId ?? "" };
  const all = await readAll(viewer, world, { standard: false });
  // The records and reasons of the overrides are what whoever copied them wanted to have there.
  const { practitionerId: _, scheduleId: __, ...hidden } = second;
  const told = [...all].flatMap(([path, answer]) =>
    [...Object.values(hidden), "Dr. Zyxwell", "Directory Zyxwell", "Draft Zyxwell", "Notes Zyxwell"]
      .filter((word) => !path.includes(word) && answer.includes(word))
      .map((word) => `${path} tells ${word}`),
  );
  expect(told).toEqual([]);
  const roster = `${CONNECTION_API}/index-versions/${indexId}/roster`;
  expect(await (await viewer("GET", roster)).text()).toContain('"source":"copied"');
  expect(await (await app.signedIn("GET", roster)).text()).toContain(second.indexId);
});

test("whoever is limited names no index version as the one that was created, known here or not", async () => {
  await app.deps.store.db
    .insertInto("creation")
    .values({
      id: "cre_0000000000000001",
      connection_id: CONNECTION_ID,
      name: "Lost",
      label: "Lost",
      notes: "",
      referrer_id: first.referrerId,
      referrer_name: "Dr. Aldous",
      state: "unknown",
      sent_at: app.clock.now(),
      created_by: JSON.stringify(app.context.actor),
      created_at: app.clock.now(),
    })
    .execute();
  const settle = async (body: object) => {
    const answer = await editor("POST", `${CONNECTION_API}/creations/cre_0000000000000001/settle`, body);
    return { status: answer.status, text: (await answer.text()).replace(/"requestId":"[^"]*"/, "") };
  };
  const known = await settle({ as: "adopted", indexId: second.indexId });
  const unknown = await settle({ as: "adopted", indexId: "idx_notThereAtAll" });
  expect(known).toEqual(unknown);
  expect(known.status).toBe(403);
  expect((await settle({ as: "not created" })).status).toBe(200);
});

const openCreation = async (
  id: string,
  name: string,
  more: { referrer_id: string; referrer_name: string; reason?: string },
) =>
  await app.deps.store.db
    .insertInto("creation")
    .values({
      id,
      connection_id: CONNECTION_ID,
      name,
      label: name,
      notes: "",
      state: "unknown",
      sent_at: app.clock.now(),
      created_by: JSON.stringify(app.context.actor),
      created_at: app.clock.now(),
      ...more,
    })
    .execute();

test("an open creation holds its name for whoever sees it, and is told to nobody else", async () => {
  const [hers, others] = [
    { referrer_id: first.referrerId, referrer_name: "Dr. Aldous" },
    { referrer_id: second.referrerId, referrer_name: "Dr. Zyxwell" },
  ];
  await openCreation("cre_0000000000000002", "Held elsewhere", others);
  await openCreation("cre_0000000000000003", "Held here", hers);
  const create = async (signedIn: TestApp["signedIn"], name: string) =>
    (await signedIn("POST", `${CONNECTION_API}/index-versions`, { name, referrer: { id: first.referrerId } })).status;
  expect(await create(app.signedIn, "Held elsewhere")).toBe(409);
  expect(await create(editor, "Held elsewhere")).toBe(201);
  expect(await create(editor, "Held here")).toBe(409);
  await app.deps.store.db.deleteFrom("creation").where("state", "=", "unknown").execute();
});

test("a reply with an index version that is known here is told without it", async () => {
  const id = "cre_0000000000000004";
  const reason = JSON.stringify({ code: "index-version-known", params: { id: second.indexId } });
  await openCreation(id, "Known", { referrer_id: first.referrerId, referrer_name: "Dr. Aldous", reason });
  const told = async (signedIn: TestApp["signedIn"]) =>
    await (await signedIn("GET", `${CONNECTION_API}/creations/${id}`)).text();
  expect(await told(app.signedIn)).toContain(`${second.indexId}, which is already known here`);
  const hers = await told(editor);
  expect(hers).toContain("It is not known whether the index version was created.");
  expect(tellTales().filter((word) => hers.includes(word))).toEqual([]);
  await app.deps.store.db.deleteFrom("creation").where("id", "=", id).execute();
});

test("a receipt names no sibling outside the limit", async () => {
  const { db } = app.deps.store;
  const receipt = {
    id: "rcp_0000000000000001",
    connection_id: CONNECTION_ID,
    change_id: first.changeId,
    at: app.clock.now(),
    intended: "{}",
    base_moved: "none",
    sibling_index_id: second.indexId,
    sibling_moved: "none",
    request_ids: "[]",
  } as const;
  await db.insertInto("receipt").values(receipt).execute();
  const siblingSeenBy = async (seen: typeof db) =>
    (await selectNewestReceipts(seen, [first.changeId])).get(first.changeId)?.sibling_index_id;
  expect(await siblingSeenBy(db)).toBe(second.indexId);
  expect(await siblingSeenBy(app.deps.store.limitedTo([first.referrerId]))).toBeNull();
  await db.deleteFrom("receipt").where("id", "=", receipt.id).execute();
});

test("[S10] a change set that holds anything outside the limit does not exist, and what it makes so inside does", async () => {
  const opened = async (signedIn: TestApp["signedIn"]) =>
    (await made(Staged, signedIn("POST", `${CONNECTION_API}/change-sets`, {}))).changeSet;
  const stageInto = async (signedIn: TestApp["signedIn"], { indexId, scheduleId }: World, changeSetId: string) =>
    await made(
      Staged,
      signedIn("POST", `${CONNECTION_API}/change-sets/${changeSetId}/changes`, {
        changes: [
          {
            indexId,
            record: { type: "schedule", id: scheduleId },
            field: "acceptedInsurances",
            operation: { op: "set", value: [] },
            evidence: { ...testEvidence, reason: "Both asked for it" },
          },
        ],
      }),
    );
  const { id } = await opened(app.signedIn);
  await stageInto(app.signedIn, first, id);
  const { changeSet } = await stageInto(app.signedIn, second, id);
  const seen = async (path: string) => await (await editor("GET", `${CONNECTION_API}${path}`)).text();
  const isTold = async () =>
    [...(await readAll(editor, first)).values()].some((answer) => answer.includes(id)) ||
    (await seen(`/change-sets/${id}`)).includes(id);
  expect(await isTold()).toBe(false);
  await made(
    z.unknown(),
    app.signedIn("POST", `${CONNECTION_API}/change-sets/${id}/apply`, { version: changeSet.version }),
  );
  app.clock.advance(5_000);
  await app.sendDue();
  expect(await isTold()).toBe(false);
  expect(await seen(`/index-versions/${first.indexId}/overrides?limit=200`)).toContain("Both asked for it");
  const refused = await editor("POST", `${CONNECTION_API}/change-sets/${id}/changes`, {
    changes: [
      { indexId: first.indexId, record: { type: "schedule", id: first.scheduleId }, operation: { op: "delete" } },
    ],
  });
  expect(refused.status).toBe(404);
  // One that held something outside and was emptied says no more of it.
  const emptied = await opened(app.signedIn);
  const rename = { field: "preferredName", operation: { op: "set", value: "Hers" }, evidence: testEvidence };
  const named = await made(
    Staged,
    app.signedIn("POST", `${CONNECTION_API}/change-sets/${emptied.id}/changes`, {
      changes: [{ indexId: second.indexId, record: { type: "practitioner", id: second.practitionerId }, ...rename }],
    }),
  );
  await app.signedIn("PATCH", `${CONNECTION_API}/change-sets/${emptied.id}`, {
    name: "For Zyxwell",
    version: named.changeSet.version,
  });
  for (const { id: changeId } of named.changes) await app.signedIn("DELETE", `${CONNECTION_API}/changes/${changeId}`);
  expect((await seen("/change-sets")).includes("Zyxwell")).toBe(false);
  expect((await seen("/activity?limit=200")).includes(emptied.id)).toBe(false);
  // One's own within the limit is there as any other.
  const own = await opened(editor);
  await made(
    Staged,
    editor("POST", `${CONNECTION_API}/change-sets/${own.id}/changes`, {
      changes: [{ indexId: first.indexId, record: { type: "practitioner", id: first.practitionerId }, ...rename }],
    }),
  );
  expect(await seen("/change-sets")).toContain(own.id);
  expect(await seen("/activity?limit=200")).toContain(own.id);
});

test("[S10] nobody stages into the set of a limited author what that author does not see", async () => {
  const author = (await app.enter({ name: "Avery Author", roles: limitedTo(first.referrerId, "editor") })).signedIn;
  const own = (await made(Staged, author("POST", `${CONNECTION_API}/change-sets`, {}))).changeSet;
  const stageIn = async ({ indexId, practitionerId }: World, name: string) =>
    await app.signedIn("POST", `${CONNECTION_API}/change-sets/${own.id}/changes`, {
      changes: [
        {
          indexId,
          record: { type: "practitioner", id: practitionerId },
          field: "preferredName",
          operation: { op: "set", value: name },
          evidence: testEvidence,
        },
      ],
    });
  expect((await stageIn(first, "Within")).status).toBe(201);
  const refused = await stageIn(second, "Outside");
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { detail: expect.stringContaining("Stage it in a change set of your own.") },
  ]);
  const seen = await author("GET", `${CONNECTION_API}/change-sets/${own.id}`);
  expect([seen.status, await seen.json()]).toMatchObject([200, { counts: { total: 1 } }]);
});

test("a directory that moved to another referrer takes its creation along, and does not name the former one", async () => {
  const moved = await buildDirectory(app, "Quillon", sampleSchedules(app, 20).slice(10, 12));
  const path = `${CONNECTION_API}/index-versions/${moved.indexId}`;
  const { version } = await made(z.looseObject({ version: z.int() }), app.signedIn("GET", path));
  const former = (await app.enter({ name: "Fay Former", roles: limitedTo(moved.referrerId, "viewer") })).signedIn;
  const seenBy = async (signedIn: TestApp["signedIn"], address: string) =>
    await (await signedIn("GET", `${CONNECTION_API}${address}`)).text();
  expect(await seenBy(former, "/creations")).toContain(moved.creationId);
  await made(z.unknown(), app.signedIn("PATCH", path, { version, referrer: { id: first.referrerId }, notes: "" }));
  for (const address of [
    "/creations",
    `/activity?indexId=${moved.indexId}&limit=200`,
    `/creations/${moved.creationId}`,
  ])
    expect(await seenBy(former, address), address).not.toContain(moved.creationId);
  const hers = await seenBy(editor, `/activity?indexId=${moved.indexId}&limit=200`);
  expect(hers).toContain(moved.changeId);
  expect(await seenBy(editor, "/creations")).toContain(moved.creationId);
  for (const told of [
    hers,
    await seenBy(editor, "/activity?q=quillon"),
    await seenBy(editor, `/creations/${moved.creationId}`),
  ])
    expect(told).not.toContain("Dr. Quillon");
});

test("whoever renames their referrer to another's name gets nothing of what is meant for that one", async () => {
  const target = await buildDirectory(app, "Targeted", sampleSchedules(app, 20).slice(5, 7));
  const own = await made(Referrer, app.signedIn("POST", `${CONNECTION_API}/referrers`, { name: "Dr. Rename" }));
  const limited = await app.enter({ name: "Rhea Renames", roles: limitedTo(own.id, "editor") });
  const rename = { version: 1, name: "Dr. Targeted", practitionerId: null, contact: "" };
  const renamed = await limited.signedIn("PATCH", `${CONNECTION_API}/referrers/${own.id}`, rename);
  // That another one has the name is not told.
  expect([renamed.status, await renamed.json()]).toMatchObject([200, { id: own.id, name: "Dr. Targeted" }]);
  const path = `${CONNECTION_API}/index-versions/${target.indexId}`;
  const { version } = await made(IndexVersion, app.signedIn("GET", path));
  const byName = { name: "Dr. Targeted", practitionerId: null };
  const ways: readonly [method: string, path: string, body: object][] = [
    ["POST", `${CONNECTION_API}/index-versions`, { name: "Meant for Targeted", referrer: byName }],
    ["PATCH", path, { version, notes: "saved", referrer: byName }],
    ["POST", `${CONNECTION_API}/referrers`, byName],
  ];
  for (const [method, to, body] of ways) {
    const answer = await app.signedIn(method, to, body);
    const both = expect.arrayContaining([
      expect.objectContaining({ id: own.id }),
      expect.objectContaining({ id: target.referrerId }),
    ]);
    expect([answer.status, await answer.json()], to).toMatchObject([409, { code: "already_exists", existing: both }]);
  }
  await made(IndexVersion, app.signedIn("PATCH", path, { version, notes: "saved" }));
  expect((await limited.signedIn("GET", path)).status).toBe(404);
  const listed = await (await limited.signedIn("GET", `${CONNECTION_API}/index-versions`)).text();
  expect(listed).not.toContain(target.indexId);
  // By name she chooses none, and is told of those that she sees alone.
  const hers = async (name: string) =>
    await limited.signedIn("POST", `${CONNECTION_API}/index-versions`, { name: "Hers", referrer: { name } });
  const seen = await hers("Dr. Targeted");
  expect([seen.status, await seen.json()]).toMatchObject([409, { existing: [{ id: own.id }] }]);
  const [unseen, unknown] = [await hers("Dr. Zyxwell"), await hers("Dr. Nobody")];
  expect([unseen.status, unknown.status]).toEqual([400, 400]);
  expect((await unseen.text()).replace(/"requestId":"[^"]*"/, "")).toBe(
    (await unknown.text()).replace(/"requestId":"[^"]*"/, ""),
  );
});

test("a directory names its former referrer to nobody who took that one's name", async () => {
  const moved = await buildDirectory(app, "Formerly", sampleSchedules(app, 20).slice(12, 14));
  const own = await made(Referrer, app.signedIn("POST", `${CONNECTION_API}/referrers`, { name: "Dr. Latterly" }));
  const path = `${CONNECTION_API}/index-versions/${moved.indexId}`;
  const { version } = await made(IndexVersion, app.signedIn("GET", path));
  await made(IndexVersion, app.signedIn("PATCH", path, { version, referrer: { id: own.id } }));
  const { signedIn } = await app.enter({ name: "Lara Latterly", roles: limitedTo(own.id, "editor") });
  await signedIn("PATCH", `${CONNECTION_API}/referrers/${own.id}`, { version: 1, name: "Dr. Formerly" });
  const told = await (await signedIn("GET", `${CONNECTION_API}/activity?indexId=${moved.indexId}&limit=200`)).text();
  expect(told).toContain(moved.changeId);
  expect(told).not.toContain("Dr. Formerly");
  expect(told).not.toContain(moved.referrerId);
});

test("every table of the store says who sees its rows", async () => {
  const rows = await app.deps.store.db.introspection.getTables();
  const tables = rows.filter(({ schema, isView }) => schema === "public" && !isView).map(({ name }) => name);
  expect(tables.filter((name) => !name.startsWith("kysely_")).toSorted()).toEqual([...declaredTables].toSorted());
});

test("the preview of a statement finds no place outside the limit, whatever finds it", async () => {
  const facts = [{ kind: "value", field: "displayName", value: "Dr. Whoever" }];
  const placesOf = async (signedIn: TestApp["signedIn"], scope: object) =>
    (
      await made(
        z.looseObject({ items: z.array(z.looseObject({ index: z.looseObject({ id: z.string() }) })) }),
        signedIn("POST", `${CONNECTION_API}/statements/preview`, { scope, facts }),
      )
    ).items.map(({ index }) => index.id);
  const ids = { practitionerIds: [first.practitionerId, second.practitionerId] };
  expect(await placesOf(app.signedIn, ids)).toEqual(expect.arrayContaining([first.indexId, second.indexId]));
  // Other tests have made her more directories.
  const ofFirst = await app.deps.store.db
    .selectFrom("index_version")
    .select("id")
    .where("referrer_id", "=", first.referrerId)
    .execute();
  const own = ofFirst.map(({ id }) => id);
  expect(own).not.toContain(second.indexId);
  for (const scope of [ids, { q: "202555" }, { q: "dr" }, { ...ids, indexIds: [...own, second.indexId] }])
    expect((await placesOf(viewer, scope)).filter((id) => !own.includes(id))).toEqual([]);
  expect(await placesOf(viewer, ids)).toContain(first.indexId);
  expect(await placesOf(viewer, { ...ids, referrerIds: [second.referrerId] })).toEqual([]);
});

test("a sheet finds no directory and nobody outside the limit, by id or by name", async () => {
  const { practitioner } = await made(
    z.looseObject({ practitioner: z.looseObject({ name: z.string() }) }),
    app.signedIn("GET", `${CONNECTION_API}/index-versions/${second.indexId}/practitioners/${second.practitionerId}`),
  );
  const columns = [
    { use: "directory" },
    { use: "practitioner" },
    { use: "valueOf", recordType: "practitioner", field: "displayName" },
  ];
  const told = async (directory: string, who: string, as = editor) => {
    const content = Buffer.from(`directory,who,name\n${directory},${who},Hers`).toString("base64");
    const { items } = await made(
      z.looseObject({ items: z.array(z.looseObject({ state: z.string() })) }),
      as("POST", `${CONNECTION_API}/change-imports/preview`, { fileName: "x.csv", content, columns }),
    );
    return JSON.stringify(items).replaceAll(directory, "directory").replaceAll(who, "who");
  };
  const [id, name] = [second.practitionerId, practitioner.name];
  expect(await told("Directory Zyxwell", id, app.signedIn)).toContain('"state":"change"');
  for (const [directory, who] of [
    ["Directory Zyxwell", id],
    [second.indexId, id],
    ["Dr. Zyxwell", name],
  ] as const)
    expect(await told(directory, who), directory).toBe(await told("Qwortle", "Quentin"));
  for (const who of [id, name])
    expect(await told("Directory Aldous", who), who).toBe(await told("Directory Aldous", "Quentin"));
});
