import {
  AdoptedIndexVersion,
  Creation,
  CreationPage,
  IndexVersion,
  IndexVersionPage,
  OfferedIndexVersions,
  Problem,
} from "@dc/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recoverCreations } from "#/operations/creations/recover-lost.ts";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, arm, journalOf, read, requestsFor, sampleSchedules } from "#/testing/directory.ts";

describe("index versions", () => {
  let testApp: TestApp;
  beforeAll(async () => void (testApp = await createTestApp()));
  afterAll(async () => await testApp[Symbol.asyncDispose]());

  const create = async (name: string, more = {}) =>
    await testApp.signedIn("POST", `${CONNECTION_API}/index-versions`, { name, ...more });
  const settle = async (id: string, body: unknown) =>
    await testApp.signedIn("POST", `${CONNECTION_API}/creations/${id}/settle`, body);
  const lose = async (name: string) => {
    await arm(testApp, { kind: "reset-after", method: "POST", path: "/index_version" });
    return await create(name);
  };
  const codeOf = async (answer: Response) => Problem.parse(await answer.json()).code;

  test("one is created with one request, journalled, and listed beside the given ones", async () => {
    const before = requestsFor(testApp, /index_version/);
    const answer = await create("Elm Street", { referrer: { name: "Dr. Elm" }, notes: "By phone" });
    expect(answer.status).toBe(201);
    const creation = Creation.parse(await answer.json());
    expect(creation).toMatchObject({ state: "created", name: "Elm Street", referrer: { name: "Dr. Elm" }, why: null });
    expect(requestsFor(testApp, /index_version/) - before).toBe(1);
    expect([await journalOf(testApp, creation.id), await journalOf(testApp, creation.indexId ?? "")]).toEqual([
      ["creation.send"],
      ["index-version.create"],
    ]);
    const page = await read(testApp, IndexVersionPage, "/index-versions?sort=name&q=elm");
    expect(page.items.map(({ id, name, label, origin, readOnly }) => ({ id, name, label, origin, readOnly }))).toEqual([
      { id: creation.indexId, name: "Elm Street", label: null, origin: "created", readOnly: false },
    ]);
    expect(page.pinned.map(({ id, readOnly }) => ({ id, readOnly }))).toEqual([
      { id: "idx_standard", readOnly: true },
      { id: "idx_test_mode_custom", readOnly: false },
    ]);
  });

  test("creations page by cursor, newest first, each once, those of the same moment too", async () => {
    await using other = await createTestApp();
    const names = ["One", "Two", "Three", "Four", "Five"];
    for (const [at, name] of names.entries()) {
      if (at === 3) other.clock.advance(1000);
      await other.signedIn("POST", `${CONNECTION_API}/index-versions`, { name });
    }
    const listed: string[][] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: CreationPage = await read(other, CreationPage, `/creations?limit=2${cursor && `&cursor=${cursor}`}`);
      listed.push(page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(listed.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(listed[0]?.toSorted()).toEqual(["Five", "Four"]);
    expect(listed.flat().toSorted()).toEqual(names.toSorted());
    expect((await read(other, CreationPage, "/creations?open=1&limit=1")).items).toEqual([]);
    const foreign = await other.signedIn("GET", `${CONNECTION_API}/creations?cursor=WzFd`);
    expect(await foreign.json()).toMatchObject({ code: "invalid_request", errors: [{ pointer: "?cursor" }] });
  });

  test("without a known way to create one nothing is written or sent, and it is said what to do", async () => {
    await using other = await createTestApp();
    const asked = async (name: string) => await other.signedIn("POST", `${CONNECTION_API}/index-versions`, { name });
    const save = async (createIndexVersion: object | null, revision: number) => {
      const profile = { extends: "default", name: "other", operations: { createIndexVersion } };
      expect((await other.signedIn("PUT", `${CONNECTION_API}/profile`, { profile, revision })).status).toBe(200);
    };
    await save(null, 0);
    const answer = await asked("Elm Street");
    const { code, detail } = Problem.parse(await answer.json());
    expect([answer.status, code]).toEqual([409, "wrong_state"]);
    expect(detail).toContain("adopt an existing index version by its id");
    expect((await read(other, CreationPage, "/creations")).items).toEqual([]);

    await save({ method: "POST", path: "/index_version/{name}", body: {}, success: [201] }, 1);
    const unfit = await asked("..");
    expect([unfit.status, await codeOf(unfit)]).toEqual([502, "service_refused"]);
    expect((await read(other, CreationPage, "/creations")).items.map(({ state }) => state)).toEqual(["refused"]);
    expect(requestsFor(other, /index_version/)).toBe(0);
  });

  test("a lost reply leaves it unknown, the same name cannot be asked for again, and adopting its id settles it", async () => {
    const answer = await lose("Lost");
    expect(answer.status).toBe(202);
    const creation = Creation.parse(await answer.json());
    expect(creation).toMatchObject({ state: "unknown", indexId: null });
    expect(creation.why).toMatch(/not known/);
    const kept = await testApp.deps.store.db.selectFrom("creation").select(["why", "reason"]).execute();
    expect(kept).toContainEqual({
      why: null,
      reason: { code: "index-version-reply-lost", params: { cause: "reply-lost" } },
    });
    const sent = requestsFor(testApp, /index_version/);
    expect(await codeOf(await create("Lost"))).toBe("outcome_unknown");
    expect(requestsFor(testApp, /index_version/)).toBe(sent);
    expect((await read(testApp, CreationPage, "/creations?open=1")).items.map(({ id }) => id)).toEqual([creation.id]);

    const made = testApp.sandbox.ledger.after(0).findLast(({ kind }) => kind === "index")?.record ?? "";
    const settled = Creation.parse(await (await settle(creation.id, { as: "adopted", indexId: made })).json());
    expect(settled).toMatchObject({ state: "created", indexId: made });
    expect(await read(testApp, IndexVersion, `/index-versions/${made}`)).toMatchObject({
      name: "Lost",
      origin: "adopted",
    });
    expect(await codeOf(await settle(creation.id, { as: "abandoned" }))).toBe("wrong_state");
  });

  test("a person can say that it was not created, and then it can be asked for again", async () => {
    const { id } = Creation.parse(await (await lose("Twice")).json());
    expect(Creation.parse(await (await settle(id, { as: "not created" })).json())).toMatchObject({
      state: "not created",
      indexId: null,
    });
    expect(await journalOf(testApp, id)).toEqual(["creation.send", "creation.unknown", "creation.settle"]);
    expect((await create("Twice")).status).toBe(201);
  });

  test("an unknown one cannot be settled as an index version that is known already", async () => {
    const { id } = Creation.parse(await (await lose("Known")).json());
    expect(await codeOf(await settle(id, { as: "adopted", indexId: "idx_standard" }))).toBe("already_exists");
    expect(await read(testApp, Creation, `/creations/${id}`)).toMatchObject({ state: "unknown" });
  });

  test("an unknown one cannot be settled as an index version that the service says is not there", async () => {
    await arm(testApp, { kind: "reset-after", method: "POST", path: "/index_version" });
    const [schedule] = sampleSchedules(testApp, 1);
    const { id } = Creation.parse(await (await create("Nowhere", { roster: schedule })).json());
    const refused = await settle(id, { as: "adopted", indexId: "idx_notThereAtAll" });
    expect(await refused.json()).toMatchObject({ code: "service_refused", errors: [{ pointer: "/indexId" }] });
    expect(await read(testApp, Creation, `/creations/${id}`)).toMatchObject({ state: "unknown" });
  });

  test("without any known record too, the service is asked before a creation is settled by an id", async () => {
    await using bare = await createTestApp();
    await arm(bare, { kind: "reset-after", method: "POST", path: "/index_version" });
    const { id } = Creation.parse(
      await (await bare.signedIn("POST", `${CONNECTION_API}/index-versions`, { name: "First", referrer: null })).json(),
    );
    const settleAs = async (indexId: string) =>
      await bare.signedIn("POST", `${CONNECTION_API}/creations/${id}/settle`, { as: "adopted", indexId });
    const refused = await settleAs("idx_notThereAtAll");
    expect(await refused.json()).toMatchObject({ code: "service_refused", errors: [{ pointer: "/indexId" }] });
    expect(await read(bare, Creation, `/creations/${id}`)).toMatchObject({ state: "unknown" });
    const made = bare.sandbox.ledger.after(0).findLast(({ kind }) => kind === "index")?.record ?? "";
    expect((await settleAs(made)).status).toBe(200);
  });

  test("an unknown one stays so when the service cannot be asked whether there is such an index version", async () => {
    await arm(testApp, { kind: "reset-after", method: "POST", path: "/index_version" });
    const [schedule] = sampleSchedules(testApp, 1);
    const { id } = Creation.parse(await (await create("Out of reach", { roster: schedule })).json());
    await arm(testApp, { kind: "reset-before", method: "GET", path: "/schedules", times: 10 });
    const answer = await settle(id, { as: "adopted", indexId: "idx_notThereAtAll" });
    await testApp.sandbox.control.request("/faults", { method: "DELETE" });
    expect(await codeOf(answer)).toBe("service_unreachable");
    expect(await read(testApp, Creation, `/creations/${id}`)).toMatchObject({ state: "unknown" });
  });

  test("500 leaves it unknown; a refusal is described in the service's words; nothing sent is reported as not sent", async () => {
    await arm(testApp, { kind: "status", status: 500, method: "POST", path: "/index_version" });
    expect((await create("Five hundred")).status).toBe(202);
    await arm(testApp, { kind: "status", status: 422, method: "POST", path: "/index_version" });
    const refused = await create("Refused");
    expect(refused.status).toBe(502);
    expect(Problem.parse(await refused.json())).toMatchObject({ code: "service_refused", service: { status: 422 } });
    await arm(testApp, { kind: "status", status: 401, method: "POST", path: "/index_version" });
    expect(Problem.parse(await (await create("Refused")).json())).toMatchObject({
      code: "service_refused",
      detail: expect.stringMatching(/^The service did not accept the API key\./),
    });
    expect((await create("Refused")).status).toBe(201);
  });

  test("what a dead process was sending is unknown at the next start", async () => {
    const now = testApp.clock.now();
    const row = {
      id: testApp.deps.newId("cre"),
      connection_id: testApp.deps.connection.id,
      name: "Cut",
      label: "Cut",
      state: "sending" as const,
      sent_at: now,
      created_at: now,
    };
    await testApp.deps.store.db
      .insertInto("creation")
      .values({ ...row, created_by: JSON.stringify(testApp.context.actor) })
      .execute();
    await recoverCreations(testApp.deps, 0);
    expect(await read(testApp, Creation, `/creations/${row.id}`)).toMatchObject({ state: "unknown" });
    expect(await journalOf(testApp, row.id)).toEqual(["creation.unknown"]);
  });

  test("an adopted one is read once where a record is known, and its first readings are presumed", async () => {
    const { indexId } = await createDirectory(testApp, {
      name: "To adopt",
      roster: sampleSchedules(testApp, 1).join("\n"),
    });
    await testApp.deps.store.db.deleteFrom("roster_entry").where("index_id", "=", indexId).execute();
    await testApp.deps.store.db.deleteFrom("roster_import").where("index_id", "=", indexId).execute();
    await testApp.deps.store.db.deleteFrom("original").where("index_id", "=", indexId).execute();
    await testApp.deps.store.db.deleteFrom("reading").where("index_id", "=", indexId).execute();
    await testApp.deps.store.db.deleteFrom("index_version").where("id", "=", indexId).execute();
    const adopted = await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/adopt`, {
      indexId,
      label: "Ours now",
      roster: sampleSchedules(testApp, 1).join("\n"),
    });
    expect(adopted.status).toBe(201);
    expect(AdoptedIndexVersion.parse(await adopted.json())).toMatchObject({
      seen: "found",
      indexVersion: { name: null, label: "Ours now", origin: "adopted" },
    });
    await testApp.deps.background.idle();
    const originals = await testApp.deps.store.db
      .selectFrom("original")
      .select("provenance")
      .distinct()
      .where("index_id", "=", indexId)
      .execute();
    expect(originals).toEqual([{ provenance: "presumed" }]);
    expect(await codeOf(await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/adopt`, { indexId }))).toBe(
      "already_exists",
    );
  });

  test("an id that the service does not know is not adopted", async () => {
    const answer = await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/adopt`, {
      indexId: "idx_nowhere",
      roster: sampleSchedules(testApp, 1)[0],
    });
    expect(Problem.parse(await answer.json())).toMatchObject({ code: "service_refused", service: { status: 404 } });
  });

  test("ours is renamed with its version, and archived out of the list", async () => {
    const { indexId } = await createDirectory(testApp, { name: "Rename me" });
    const change = async (body: unknown) =>
      await testApp.signedIn("PATCH", `${CONNECTION_API}/index-versions/${indexId}`, body);
    expect(IndexVersion.parse(await (await change({ label: "Renamed", version: 1 })).json())).toMatchObject({
      name: "Rename me",
      label: "Renamed",
      version: 2,
    });
    const late = { code: "version_mismatch", current: { label: "Renamed", version: 2 } };
    expect(await (await change({ label: "Late", version: 1 })).json(), "what the other wrote").toMatchObject(late);
    expect((await change({ archived: true, version: 2 })).status).toBe(200);
    expect((await read(testApp, IndexVersionPage, "/index-versions?q=renamed")).items).toEqual([]);
    expect((await read(testApp, IndexVersionPage, "/index-versions?q=renamed&state=archived")).items).toHaveLength(1);
    expect((await journalOf(testApp, indexId)).slice(-2)).toEqual(["index-version.update", "index-version.archive"]);
    expect(
      await codeOf(
        await testApp.signedIn("PATCH", `${CONNECTION_API}/index-versions/idx_standard`, { label: "Mine", version: 1 }),
      ),
    ).toBe("standard_index_read_only");
  });

  test.for(["need", "name", "recent", "roster", "overrides"])(
    "pages by %s hold each index version once",
    async (sort) => {
      const all = (await read(testApp, IndexVersionPage, `/index-versions?sort=${sort}&limit=200`)).items.map(
        ({ id }) => id,
      );
      const paged: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const page: IndexVersionPage = await read(
          testApp,
          IndexVersionPage,
          `/index-versions?sort=${sort}&limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`,
        );
        paged.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(paged).toEqual(all);
      expect(new Set(all).size).toBe(all.length);
    },
  );

  test("a cursor of another list is refused", async () => {
    expect(
      await codeOf(await testApp.signedIn("GET", `${CONNECTION_API}/index-versions?sort=name&cursor=bm9wZQ`)),
    ).toBe("invalid_request");
  });
});

describe("where the service lists its index versions", () => {
  const path = "/v3/catalogues";
  const openListing = async (more: Parameters<typeof createTestApp>[0] = {}) =>
    await createTestApp({ sandbox: { spelling: "respelled" }, profile: "of the sandbox", ...more });
  const make = async (testApp: TestApp, name: string) => {
    const made = await testApp.deps.service.client.indexVersions.create({ name });
    if (made.outcome !== "done") throw new Error(`${name} was not made`);
    return made.value.id;
  };
  const ask = async (testApp: TestApp, name: string) =>
    Creation.parse(await (await testApp.signedIn("POST", `${CONNECTION_API}/index-versions`, { name })).json());
  const lose = async (testApp: TestApp, name: string) => {
    await arm(testApp, { kind: "reset-after", method: "PUT", path });
    return await ask(testApp, name);
  };
  const offered = async (testApp: TestApp) => await read(testApp, OfferedIndexVersions, "/index-versions/offered");
  const settled = async (testApp: TestApp, id: string) => {
    await testApp.deps.background.idle();
    return await read(testApp, Creation, `/creations/${id}`);
  };

  test("those that are not known here are offered by name, and an adopted one has its name", async () => {
    await using testApp = await openListing();
    const [second, first] = [await make(testApp, "Oak"), await make(testApp, "Elm")];
    await ask(testApp, "Made here");
    expect(await offered(testApp)).toEqual({
      state: "listed",
      total: 2,
      items: [
        { id: first, name: "Elm" },
        { id: second, name: "Oak" },
      ],
      failure: null,
    });
    const adopt = async (indexId: string, label?: string) =>
      await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/adopt`, { indexId, label });
    const { indexVersion, seen } = AdoptedIndexVersion.parse(await (await adopt(first)).json());
    expect([indexVersion.name, indexVersion.label, seen]).toEqual(["Elm", null, "found"]);
    const own = AdoptedIndexVersion.parse(await (await adopt(second, "Ours")).json());
    expect([own.indexVersion.name, own.indexVersion.label]).toEqual(["Oak", "Ours"]);
    expect((await offered(testApp)).total).toBe(0);
    const nobody = await adopt("catalogue_nobody");
    expect(await nobody.json()).toMatchObject({ code: "service_refused", errors: [{ pointer: "/indexId" }] });
  });

  test("an outage is told, and blocks neither the list nor an adoption", async () => {
    await using testApp = await openListing({ service: { retry: { attempts: 1 } } });
    const made = await make(testApp, "Elm");
    await arm(testApp, { kind: "status", status: 503, method: "GET", path, times: 9 });
    const told = await offered(testApp);
    expect([told.state, told.items, told.failure]).toEqual(["failed", [], "The service reported an internal error."]);
    expect((await read(testApp, IndexVersionPage, "/index-versions")).items).toEqual([]);
    const answer = await testApp.signedIn("POST", `${CONNECTION_API}/index-versions/adopt`, { indexId: made });
    expect(AdoptedIndexVersion.parse(await answer.json()).indexVersion).toMatchObject({ id: made, name: null });
  });

  test("a service that lists none says so", async () => {
    await using testApp = await createTestApp();
    expect(await offered(testApp)).toEqual({ state: "not listed", total: 0, items: [], failure: null });
  });

  test("a creation whose reply was lost is settled by the one index version that came", async () => {
    await using testApp = await openListing();
    // One of the same name that was there before is not taken for it.
    await make(testApp, "Elm");
    const creation = await lose(testApp, "Elm");
    const row = await settled(testApp, creation.id);
    expect([creation.state, row.state]).toEqual(["created", "created"]);
    const made = testApp.sandbox.ledger.after(0).findLast(({ kind }) => kind === "index")?.record;
    expect(row.indexId).toBe(made);
    expect(await read(testApp, IndexVersion, `/index-versions/${made}`)).toMatchObject({
      name: "Elm",
      origin: "adopted",
    });
    const journal = await testApp.deps.store.db.selectFrom("journal").selectAll().orderBy("seq").execute();
    expect(journal.at(-1)).toMatchObject({
      action: "index-version.found",
      actor: { kind: "console" },
      message: { code: "index-version.found", params: { index: "Elm" } },
    });
    expect((await offered(testApp)).total).toBe(1);
  });

  test("it stays for a person where two of its name came, or none, or it is not known what was there", async () => {
    const lost = { kind: "reset-after", method: "PUT", path } as const;
    let isTwice = false;
    await using testApp = await openListing({
      service: { retry: { attempts: 1 } },
      onCall: async (init, call) => {
        if (!isTwice || init.method !== "PUT") return await call();
        isTwice = false;
        await call();
        await arm(testApp, lost);
        return await call();
      },
    });
    const stateOf = async (name: string) => (await settled(testApp, (await ask(testApp, name)).id)).state;
    isTwice = true;
    expect(await stateOf("Two")).toBe("unknown");
    await arm(testApp, { ...lost, kind: "reset-before" });
    expect(await stateOf("None")).toBe("unknown");
    await arm(testApp, { kind: "status", status: 503, method: "GET", path });
    await arm(testApp, lost);
    expect(await stateOf("Not listed before")).toBe("unknown");
    expect((await offered(testApp)).items.map(({ name }) => name)).toEqual(["Not listed before", "Two", "Two"]);
  });

  test("it stays for a person where another of its name is open, which another referrer's people asked for", async () => {
    await using testApp = await openListing({
      onCall: async (init, call) => {
        if (init.method !== "PUT") return await call();
        const { clock, context, deps } = testApp;
        const at = clock.now();
        const other = { connection_id: deps.connection.id, created_at: at, created_by: JSON.stringify(context.actor) };
        await deps.store.db
          .insertInto("referrer")
          .values({ ...other, id: "ref_0000000000000001", name: "Dr. Elm", search: "dr. elm" })
          .execute();
        await deps.store.db
          .insertInto("creation")
          .values({
            ...other,
            id: "cre_0000000000000001",
            name: "Elm",
            label: "Elm",
            notes: "",
            referrer_id: "ref_0000000000000001",
            referrer_name: "Dr. Elm",
            state: "unknown",
            sent_at: at,
          })
          .execute();
        return await call();
      },
    });
    expect((await settled(testApp, (await lose(testApp, "Elm")).id)).state).toBe("unknown");
    expect((await offered(testApp)).items.map(({ name }) => name)).toEqual(["Elm"]);
  });

  test("it stays for a person where the list may have hidden another of its name", async () => {
    let pages = 0;
    let onPage = async (_page: number, got: Response, _init: RequestInit) => await Promise.resolve(got);
    await using testApp = await openListing({
      sandbox: { spelling: "respelled", writes: true },
      onCall: async (init, call) => {
        const got = await call();
        return init.method === "GET" ? await onPage((pages += 1), got, init) : got;
      },
    });
    const ids: string[] = [];
    for (let made = 1; made <= 25; made += 1) ids.push(await make(testApp, `No. ${made}`));
    await make(testApp, "Elm");
    const remove = async (id: string | undefined, { headers = {} }: RequestInit) => {
      const url = `http://sandbox.invalid${path}/${id}`;
      expect((await testApp.sandbox.app.request(url, { method: "DELETE", headers })).status).toBe(204);
    };
    const lost = async (kind: "reset-before" | "reset-after") => {
      await arm(testApp, { kind, method: "PUT", path });
    };
    const stateOf = async (name: string, during: typeof onPage) => {
      [pages, onPage] = [0, during];
      return (await settled(testApp, (await ask(testApp, name)).id)).state;
    };
    // One is deleted behind the first page: what began the second page is on the first now, and was read on neither.
    await lost("reset-before");
    const shifted = await stateOf("Elm", async (page, got, init) => {
      if (page === 1) await remove(ids[0], init);
      return got;
    });
    expect(shifted).toBe("unknown");
    // All four pages before the request are read, and then one is deleted.
    await make(testApp, "Oak");
    await lost("reset-after");
    const gone = await stateOf("Ash", async (page, got, init) => {
      if (page === 4) await remove(ids[1], init);
      return got;
    });
    expect(gone).toBe("unknown");
    // Somebody else makes one of the same name, and the two pages after the request lack it once.
    const hidden = await stateOf("Yew", async (page, got) => {
      if (page === 4) {
        await make(testApp, "Yew");
        await lost("reset-after");
      }
      if (page !== 6) return got;
      const body = (await got.json()) as { data: { rows: unknown[] } };
      body.data.rows.pop();
      return Response.json(body, got);
    });
    expect(hidden).toBe("unknown");
  });

  test("one that somebody settles meanwhile is left alone, and hinders no other", async () => {
    let failsAfterwards = false;
    let isDown = false;
    let onList = async () => await Promise.resolve();
    await using testApp = await openListing({
      service: { retry: { attempts: 1 } },
      onCall: async (init, call) => {
        if (init.method === "GET" && !isDown) await onList();
        if (init.method === "PUT") isDown = failsAfterwards;
        return isDown && init.method === "GET" ? new Response(null, { status: 503 }) : await call();
      },
    });
    const loseUnlisted = async (name: string) => {
      failsAfterwards = true;
      const { id } = await settled(testApp, (await lose(testApp, name)).id);
      [failsAfterwards, isDown] = [false, false];
      return id;
    };
    /** While the list is read for the second time: once before a request, once after it. */
    const abandonMeanwhile = (id: string, reading: number) => {
      let readings = 0;
      onList = async () => {
        readings += 1;
        if (readings !== reading) return;
        const answer = await testApp.signedIn("POST", `${CONNECTION_API}/creations/${id}/settle`, { as: "abandoned" });
        expect(answer.status).toBe(200);
      };
    };
    const [elm, oak] = [await loseUnlisted("Elm"), await loseUnlisted("Oak")];
    abandonMeanwhile(elm, 2);
    expect((await lose(testApp, "Ash")).state).toBe("created");
    expect((await settled(testApp, oak)).state).toBe("unknown");
    const yew = await loseUnlisted("Yew");
    abandonMeanwhile(oak, 1);
    testApp.deps.background.trigger("lost creations");
    expect([(await settled(testApp, oak)).state, (await settled(testApp, yew)).state]).toEqual([
      "abandoned",
      "created",
    ]);
  });

  test("it stays for a person where its name was asked for before, since that request may still be carried out", async () => {
    await using testApp = await openListing();
    await arm(testApp, { kind: "reset-before", method: "PUT", path });
    const { id } = await ask(testApp, "Elm");
    await testApp.signedIn("POST", `${CONNECTION_API}/creations/${id}/settle`, { as: "not created" });
    expect((await settled(testApp, (await lose(testApp, "Elm")).id)).state).toBe("unknown");
  });
});
