import { Creation, PractitionerView, RosterImport, RosterPage } from "@dc/contract";
import { describe, expect, test } from "vitest";
import { createTestApp } from "#/test-app.ts";

describe("the practitioner page", () => {
  test("shows a practitioner of a fresh index with its schedules, all the same as the standard", async () => {
    await using house = await createTestApp();
    const roster = house.sandbox.samples.roster.split("\n").slice(0, 8).join("\n");
    const created = await house.signedIn("POST", "/api/v1/index-versions", { name: "Referrer A", referrer: { name: "Dr. A" }, roster });
    expect(created.status).toBe(201);
    const creation = Creation.parse(await created.json());
    await house.deps.background.idle();
    const run = RosterImport.parse(await (await house.signedIn("GET", `/api/v1/roster-imports/${creation.rosterImportId}`)).json());
    expect(run.state).toBe("done");
    const page = RosterPage.parse(await (await house.signedIn("GET", `/api/v1/index-versions/${creation.indexId}/roster`)).json());
    const id = page.items[0]?.record.id;
    const answer = await house.signedIn("GET", `/api/v1/index-versions/${creation.indexId}/practitioners/${id}?raw=1`);
    const view = PractitionerView.parse(await answer.json());
    expect(view.practitioner.comparison.verdict).toBe("same");
    expect(view.schedules.length).toBeGreaterThan(0);
  });
});
