import { OtherVisitors, Referrer } from "@dc/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { CONNECTION_API, createTestApp, type TestApp } from "#/testing/app.ts";
import { createDirectory, journalOf } from "#/testing/directory.ts";
import { giveRoles } from "#/testing/people/give-roles.ts";

type Ask = TestApp["signedIn"];

let app: TestApp;
let elm: string;
let oak: string;
let marta: { person: { id: string }; signedIn: Ask };
let ofElm: { person: { id: string }; signedIn: Ask };
let elmReferrer: string;
let oakReferrer: string;
beforeAll(async () => {
  app = await createTestApp();
  elm = (await createDirectory(app, { name: "Elm" })).indexId;
  oak = (await createDirectory(app, { name: "Oak" })).indexId;
  const { items } = z
    .looseObject({ items: z.array(Referrer) })
    .parse(await (await app.signedIn("GET", `${CONNECTION_API}/referrers`)).json());
  const idOf = (name: string) => items.find((referrer) => referrer.name === name)?.id ?? "";
  [elmReferrer, oakReferrer] = [idOf("Dr. Elm"), idOf("Dr. Oak")];
  marta = await app.enter({ name: "Marta", roles: [{ role: "viewer", referrers: null }] });
  ofElm = await app.enter({ name: "Lea of Elm", roles: [{ role: "viewer", referrers: [elmReferrer] }] });
});
afterAll(async () => await app[Symbol.asyncDispose]());

const idOfVisit = (name: string) => `vis_${name.padEnd(16, "0")}`;

async function visit(ask: Ask, page: object, id = "first"): Promise<string[] | number> {
  const answer = await ask("PUT", `${CONNECTION_API}/page-visits/${idOfVisit(id)}`, { page });
  if (answer.status !== 200) return answer.status;
  return OtherVisitors.parse(await answer.json()).people.map(({ name }) => name);
}

async function leave(ask: Ask, id = "first"): Promise<void> {
  expect((await ask("DELETE", `${CONNECTION_API}/page-visits/${idOfVisit(id)}`)).status).toBe(204);
}

describe("who has the same page open", () => {
  test("is named to each other, at the same page alone, until they leave or are not heard of", async () => {
    const page = { kind: "directory", indexId: elm };
    expect(await visit(app.signedIn, page)).toEqual([]);
    expect(await visit(marta.signedIn, page)).toEqual(["Ada Admin"]);
    expect(await visit(marta.signedIn, page, "second"), "once, whatever they have open").toEqual(["Ada Admin"]);
    expect(await visit(app.signedIn, page)).toEqual(["Marta"]);
    expect(await visit(app.signedIn, { kind: "practitioner", indexId: elm, practitionerId: "1" })).toEqual([]);
    expect(await visit(marta.signedIn, page)).toEqual([]);
    await leave(marta.signedIn);
    expect(await visit(app.signedIn, page)).toEqual(["Marta"]);
    await leave(marta.signedIn, "second");
    expect(await visit(app.signedIn, page)).toEqual([]);
    await visit(marta.signedIn, page);
    app.clock.advance(25_001);
    expect(await visit(app.signedIn, page)).toEqual([]);
    await leave(app.signedIn);
  });

  test("is nobody who could not see it, also once they no longer can, and nobody ends another's visit", async () => {
    const page = { kind: "directory", indexId: elm };
    expect(await visit(ofElm.signedIn, { kind: "directory", indexId: oak })).toBe(404);
    expect(await visit(ofElm.signedIn, { kind: "directory", indexId: "idx_nobody" })).toBe(404);
    expect(await visit(ofElm.signedIn, { kind: "change set", changeSetId: "set_0000000000000000" })).toBe(404);
    expect(await visit(ofElm.signedIn, page)).toEqual([]);
    await leave(marta.signedIn);
    expect(await visit(marta.signedIn, page)).toEqual(["Lea of Elm"]);
    expect(await visit(ofElm.signedIn, page)).toEqual(["Marta"]);
    const moved = [{ role: "viewer", referrers: [oakReferrer] }];
    expect((await giveRoles(app.signedIn, ofElm.person.id, moved)).status).toBe(200);
    expect(await visit(marta.signedIn, page)).toEqual([]);
    expect(
      (await giveRoles(app.signedIn, ofElm.person.id, [{ role: "viewer", referrers: [elmReferrer] }])).status,
    ).toBe(200);
    expect(await visit(marta.signedIn, page)).toEqual(["Lea of Elm"]);
    await app.signedIn("POST", `/api/v1/people/${ofElm.person.id}/disable`);
    expect(await visit(marta.signedIn, page)).toEqual([]);
    expect(await visit(ofElm.signedIn, page)).toBe(401);
  });

  test("leaves nothing behind: no entry of the journal, and no row of who is gone or opens pages without end", async () => {
    const page = { kind: "directory", indexId: oak };
    const before = await journalOf(app);
    for (let at = 10; at < 30; at++) {
      app.clock.advance(1);
      await visit(app.signedIn, page, `number${at}`);
    }
    const visitors = async () =>
      (await app.deps.wholeStore.db.selectFrom("page_visit").select("person_id").execute()).map(
        ({ person_id }) => person_id,
      );
    expect((await visitors()).filter((id) => id === app.context.personId)).toHaveLength(16);
    app.clock.advance(25_001);
    await visit(app.signedIn, page);
    expect(await visitors()).toEqual([app.context.personId]);
    expect(await journalOf(app)).toEqual(before);
  });
});
