import { ActivityPage, Connection, OverridePage, PractitionerView, RosterPage, SearchResults } from "@dc/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONNECTION_API } from "#/testing/app.ts";
import { read } from "#/testing/directory.ts";
import { change } from "./spelled-changes.ts";
import { createSpelledStack, type SpelledStack } from "./spelled-stack.ts";

// The service keeps names in parts and calls a schedule by its practitioner and place. The tests build on each other.

const NEW_FAMILY = "Quarterstaff";

/** A spelling whose family names come last, and whose schedules have no name of their own. */
const spelling = "seed:5";

describe("a name in parts", () => {
  let stack: SpelledStack;
  beforeAll(async () => {
    stack = await createSpelledStack({ spelling, writes: false });
  });
  afterAll(() => stack[Symbol.asyncDispose]());

  const person = () => ({ type: "practitioner", id: stack.practitionerId });
  const rosterNames = async (type: string) =>
    (await read(stack.app, RosterPage, `/index-versions/${stack.indexId}/roster?type=${type}`)).items.map(
      ({ record, name }) => [record.id, name],
    );
  const scheduleIn = ({ schedules }: PractitionerView) =>
    schedules.find(({ record }) => record.id === stack.scheduleId) ?? null;
  const parts = async () => {
    const texts = [];
    for (const part of ["givenName", "familyName", "suffix"])
      texts.push(await stack.said(person(), part, stack.indexId));
    return texts.map((text) => (typeof text === "string" ? text.trim() : ""));
  };
  const composed = ([given = "", family = "", suffix = ""]: readonly string[]) =>
    [[given, family].filter((part) => part !== "").join(" "), suffix].filter((part) => part !== "").join(", ");

  test("is told by the connection with its parts, and compared by them alone", async () => {
    const { recordTypes } = await read(stack.app, Connection, "");
    const type = (name: string) => recordTypes.find((one) => one.type === name);
    const part = (field: string) => ({ type: "practitioner", field, isOwn: true });
    expect(type("practitioner")?.composed).toEqual([
      {
        key: "displayName",
        label: "Display name",
        template: "{givenName} {familyName}, {suffix}",
        parts: ["givenName", "familyName", "suffix"].map(part),
      },
    ]);
    expect(type("schedule")?.composed).toMatchObject([
      {
        key: "name",
        parts: [
          { type: "practitioner", field: "displayName", isOwn: false },
          { type: "place", field: "name", isOwn: false },
        ],
      },
    ]);
    const { practitioner } = await stack.view();
    const compared = practitioner.comparison.fields.map(({ key }) => key);
    expect(compared).toEqual(expect.arrayContaining(["givenName", "familyName", "suffix"]));
    expect(compared).not.toContain("displayName");
  });

  test("names the record on the page, the roster, in search, and schedules through it and the place", async () => {
    const name = composed(await parts());
    const view = await stack.view();
    expect(view.practitioner.name).toBe(name);
    const place = view.related.find(({ record }) => record.type === "place");
    const scheduleName = `${name} at ${place?.name ?? ""}`;
    expect(scheduleIn(view)?.name).toBe(scheduleName);
    expect(await rosterNames("practitioner")).toContainEqual([stack.practitionerId, name]);
    expect(await rosterNames("schedule")).toContainEqual([stack.scheduleId, scheduleName]);
    const found = await read(stack.app, SearchResults, `/search?q=${encodeURIComponent(scheduleName)}`);
    expect(found.schedules.map(({ id }) => id)).toContain(stack.scheduleId);
    const alone = await stack.app.signedIn(
      "GET",
      `${CONNECTION_API}/index-versions/${stack.indexId}/records/schedule/${stack.scheduleId}`,
    );
    expect(await alone.json()).toMatchObject({ name: scheduleName });
  });

  test("cannot be staged, nor required of a creation, and says which parts can", async () => {
    const staging = async (asked: object) => {
      const body = { changes: [asked] };
      return await stack.app.signedIn("POST", `${CONNECTION_API}/index-versions/${stack.indexId}/changes`, body);
    };
    const refused = await staging(change(person(), "displayName", { op: "set", value: "Dr. Whole" }));
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({
        errors: [
          {
            pointer: "/changes/0/field",
            detail: "is composed of givenName, familyName and suffix, which are changed instead",
          },
        ],
      }),
    ]);
    const created = await staging(
      change({ type: "practitioner", id: "new_0000000000000009" }, undefined, {
        op: "create",
        fields: { displayName: "Dr. Whole", familyName: "Whole" },
      }),
    );
    expect(await created.json()).toMatchObject({ errors: [{ pointer: "/changes/0/operation/fields/displayName" }] });
  });

  test("follows the override of a part as soon as it is held: page, roster, search, schedules and sentences", async () => {
    const [given = "", , suffix = ""] = await parts();
    const [row] = await stack.applied(change(person(), "familyName", { op: "set", value: NEW_FAMILY }));
    expect(row?.state).toBe("held");
    await stack.app.deps.background.idle();
    const renamed = composed([given, NEW_FAMILY, suffix]);
    const view = await stack.view();
    expect(view.practitioner.name).toBe(renamed);
    expect(scheduleIn(view)?.name).toContain(`${renamed} at `);
    const family = view.practitioner.comparison.fields.find(({ key }) => key === "familyName");
    expect(family).toMatchObject({ verdict: "ours", values: { effective: { value: NEW_FAMILY } } });
    expect(await rosterNames("practitioner")).toContainEqual([stack.practitionerId, renamed]);
    const found = await read(stack.app, SearchResults, `/search?q=${NEW_FAMILY.toLowerCase()}`);
    expect(found.practitioners.map(({ id, name }) => [id, name])).toEqual([[stack.practitionerId, renamed]]);
    expect(found.schedules.map(({ id }) => id)).toContain(stack.scheduleId);
    expect((await stack.served(person(), "familyName", stack.indexId)).said).toBe(NEW_FAMILY);
    const [listed] = (await read(stack.app, OverridePage, `/index-versions/${stack.indexId}/overrides`)).items;
    expect(listed).toMatchObject({ recordName: renamed, change: { field: "familyName" } });
    const told = await read(stack.app, ActivityPage, `/activity?indexId=${stack.indexId}&limit=20`);
    expect(told.items.map(({ sentence }) => sentence)).toContainEqual(
      expect.stringMatching(new RegExp(`Held: sets the family name of .* to ${NEW_FAMILY}`)),
    );
    // Reading again takes nothing of it back, since the override is not in the service.
    await stack.view();
    expect(await rosterNames("practitioner")).toContainEqual([stack.practitionerId, renamed]);
  });

  test("of a place that is renamed outside is in the names of its schedules once the place is read", async () => {
    const place = (await stack.view()).related.find(({ record }) => record.type === "place");
    if (place === undefined) throw new Error("The schedule has no place.");
    await stack.control("/outside", {
      ...place.record,
      index: stack.indexId,
      set: await stack.spelled(place.record, "name", "Winter Quarters", stack.indexId),
    });
    const view = await stack.view();
    expect(scheduleIn(view)?.name).toMatch(/ at Winter Quarters$/);
    expect(await rosterNames("schedule")).toContainEqual([stack.scheduleId, scheduleIn(view)?.name]);
  });

  test("goes back to what the service says once the override of its part is removed", async () => {
    const removed = await stack.app.signedIn("POST", `${CONNECTION_API}/index-versions/${stack.indexId}/decisions`, {
      record: person(),
      field: "familyName",
      decision: "remove override",
    });
    expect(removed.status).toBe(200);
    await stack.app.deps.background.idle();
    const name = composed(await parts());
    expect(await rosterNames("practitioner")).toContainEqual([stack.practitionerId, name]);
    expect(await rosterNames("schedule")).toContainEqual([stack.scheduleId, `${name} at Winter Quarters`]);
    expect((await stack.view()).practitioner.name).toBe(name);
  });

  test("is composed anew from what was read before, as soon as a profile with another template is saved", async () => {
    const { app } = stack;
    const [given = "", family = "", suffix = ""] = await parts();
    const profile = structuredClone(app.sandbox.profile({ writes: false }));
    const saved = await app.signedIn("GET", `${CONNECTION_API}/profile`);
    const { revision } = (await saved.json()) as { revision: number };
    const text = JSON.stringify(profile).replace(
      "{givenName} {familyName}, {suffix}",
      "{familyName} {givenName} {suffix}",
    );
    const body = { profile: JSON.parse(text) as object, revision };
    expect((await app.signedIn("PUT", `${CONNECTION_API}/profile`, body)).status).toBe(200);
    await app.deps.background.idle();
    const name = [family, given, suffix].filter((part) => part !== "").join(" ");
    expect(await rosterNames("practitioner")).toContainEqual([stack.practitionerId, name]);
    expect(await rosterNames("schedule")).toContainEqual([stack.scheduleId, `${name} at Winter Quarters`]);
  });
});
