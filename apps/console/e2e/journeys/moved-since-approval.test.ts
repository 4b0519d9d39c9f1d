import { memberOf, signIn, textAt } from "#e2e/stack/console-api.ts";
import { enter, expectFocusKept, withoutPointer } from "./by-keyboard.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoAxeFindings } from "./page-checks.ts";

for (const writes of [true, false])
  test.describe(
    writes ? "with a service that takes updates" : "with a service whose updates are not documented",
    () => {
      const stack = useTestStack({ writes });

      test("what moved between approval and apply is written over by nothing: two are split off, one is kept, the rest goes", async ({
        page,
        watch,
      }) => {
        // Apply is refused until what moved is settled.
        watch.allowConsoleLine(/status of 409/);
        const { service, pages } = stack();
        const api = await signIn(page, stack());
        const indexId = await api.createDirectory("Harbour Row");
        const roster = await api.call("GET", `/index-versions/${indexId}/roster?limit=5`);
        const records = (memberOf(roster, "items") as readonly unknown[]).map((entry) => ({
          type: "practitioner",
          id: textAt(memberOf(entry, "record"), "id"),
        }));
        const [one, two, three] = records;
        if (one === undefined || two === undefined || three === undefined || records.length < 5)
          throw new Error("The sample has fewer than five practitioners.");
        await api.call("PUT", "/approval-settings", { required: 1, ownCounts: true, applyAgeHours: 0 });
        const evidence = { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null };
        const draft = await api.stageChanges(
          indexId,
          records.map((record, place) => ({
            record,
            field: "preferredName",
            operation: { op: "set", value: `Said ${place}` },
            evidence,
          })),
        );
        const path = `/change-sets/${draft.id}`;
        const version = async () => Number(memberOf(await api.call("GET", path), "version"));
        await api.call("POST", `${path}/submit`, { version: draft.version });
        await api.call("POST", `${path}/approve`, { version: await version() });
        const written = async () => (await stack().ledger()).filter(({ operation }) => operation === "record.update");
        const moved = page.getByRole("region", { name: "Changed since" });

        await test.step("apply tells what changed since, and sends nothing", async () => {
          await withoutPointer(page);
          await page.goto(`${pages}${path}`);
          const apply = page.getByRole("button", { name: "Apply 5 changes to test" });
          await expect(apply).toBeVisible();
          await stack().control("POST", "/drift", {
            changes: await Promise.all(
              [one, two].map(async (record) =>
                (await service.read(record)).changeTo({ preferredName: "Moved in base" }),
              ),
            ),
          });
          const change = (await service.read(three)).changeTo({ preferredName: "Changed outside" });
          await stack().control("POST", "/outside", { index: indexId, ...change });
          await page.keyboard.press("Control+Enter");
          await expect(moved.getByRole("listitem")).toHaveCount(3);
          await expect(moved.getByText("Changed outside").first()).toBeVisible();
          await expect(moved.getByText("Moved in base").first()).toBeVisible();
          expect(await written()).toEqual([]);
          await expectNoAxeFindings(page, "what changed since the approval");
        });

        await test.step("another value leads to the field that moved, with base's new value in it", async () => {
          const moves = moved.getByRole("listitem").filter({ hasText: "Moved in base" });
          await enter(moves.first().getByRole("link", { name: "Another value" }));
          const field = page.getByRole("textbox", { name: "Preferred name" });
          await expect(field).toBeFocused();
          await expect(field).toHaveValue("Moved in base");
          await page.keyboard.press("Escape");
          await page.goBack();
          await expect(moved.getByRole("listitem")).toHaveCount(3);
        });

        await test.step("two are split off, ours is kept in one, and the rest is approved again and applied", async () => {
          for (const left of [2, 1]) {
            const moves = moved.getByRole("listitem").filter({ hasText: "Moved in base" });
            await enter(moves.first().getByRole("button", { name: "Split off" }));
            await expect(moved.getByRole("listitem")).toHaveCount(left);
            await expectFocusKept(page);
          }
          await enter(moved.getByRole("button", { name: "Keep ours" }));
          await expect(moved).toBeHidden();
          await expectFocusKept(page);
          await api.call("POST", `${path}/submit`, { version: await version() }).catch(() => null);
          await api.call("POST", `${path}/approve`, { version: await version() });
          await page.reload();
          await expect(page.getByRole("button", { name: "Apply 3 changes to test" })).toBeVisible();
          await page.keyboard.press("Control+Enter");
          await expect(page.getByText(writes ? "3 applied" : "3 held").first()).toBeVisible();
        });

        const splitOff = [one.id, two.id];
        const sent = (await written()).map(({ record }) => record);
        const rest = records.flatMap(({ id }) => (splitOff.includes(id) ? [] : [id]));
        expect(sent.toSorted()).toEqual(writes ? rest.toSorted() : []);
      });
    },
  );
