import { ConsoleApi, signIn, textAt } from "#e2e/stack/console-api.ts";
import { findPractitioner, scheduleNamed } from "#e2e/stack/sample-roster.ts";
import { enter, expectFocusKept, withoutPointer } from "./by-keyboard.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoAxeFindings } from "./page-checks.ts";
import { invite } from "./second-person.ts";

for (const writes of [true, false])
  test.describe(
    writes ? "with a service that takes updates" : "with a service whose updates are not documented",
    () => {
      const stack = useTestStack({ writes });

      test("two people replace one phone: who is second is shown the first one's number, and never are both written", async ({
        page,
        browser,
        watch,
      }) => {
        watch.allowConsoleLine(/status of 409/);
        const practitioner = await findPractitioner(stack(), "Дмитрий Юрьев, NP");
        const { record, phonesRecord } = scheduleNamed(practitioner, "Queen's Gate Children's Clinic");
        const api = await signIn(page, stack());
        const indexId = await api.createDirectory("Harbour Row", { roster: record.id });
        const { page: theirs, context } = await invite(page, browser, {
          stack: stack(),
          name: "Bea Lindqvist",
          role: "Editor",
        });
        const hers = new ConsoleApi(theirs, stack());
        const { phones } = await stack().service.read(phonesRecord);
        const [first] = phones;
        if (first === undefined) throw new Error("The sample has changed: no phone.");
        const place = { indexId, practitionerId: practitioner.id, record: phonesRecord };
        const element = await api.phoneElement(place, first.number);
        const replaceBy = (number: string) => ({
          record: phonesRecord,
          field: "phones",
          operation: { op: "replace", element, by: { ...first, number } },
          evidence: { reason: "The practice called", source: null, verifiedOn: null, reviewBy: null },
        });
        const draft = await hers.stageChanges(indexId, [replaceBy("(408) 555-0177")]);
        const applied = await api.applyChanges(indexId, [replaceBy("(408) 555-0142")], "The practice called");
        const numbers = async () =>
          (await stack().service.read(phonesRecord, indexId)).phones.map(({ number }) => number);
        const written = await numbers();

        await withoutPointer(theirs);
        await theirs.goto(`${stack().pages}/change-sets/${draft.id}`);
        await expect(theirs.getByRole("button", { name: "Apply 1 change to test" })).toBeVisible();
        await theirs.keyboard.press("Control+Enter");
        const moved = theirs.getByRole("region", { name: "Changed since" });
        await expect(moved).toContainText("not there, but (408) 555-0142");
        await expect(moved).toContainText("Administrator");
        await expectNoAxeFindings(theirs, "a phone that a colleague replaced");
        await enter(moved.getByRole("button", { name: "Take what is there" }));
        await expect(moved).toBeHidden();
        await expectFocusKept(theirs);
        expect(await numbers()).toEqual(written);
        expect(written.filter((number) => number.includes("0142"))).toHaveLength(writes ? 1 : 0);
        expect(written).toHaveLength(phones.length);
        expect(textAt(await api.call("GET", `/change-sets/${applied}`), "state")).toBe(writes ? "applied" : "held");
        expect(await hers.call("GET", `/change-sets/${draft.id}`)).toMatchObject({ counts: { draft: 0, held: 0 } });
        await context.close();
      });
    },
  );
