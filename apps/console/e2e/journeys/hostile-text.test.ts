import { memberOf, signIn } from "#e2e/stack/console-api.ts";
import { findPractitioner, sampleRoster } from "#e2e/stack/sample-roster.ts";
import { expectOnlyText, hostileTexts as hostile } from "./hostile-texts.ts";
import { expect, test, useTestStack } from "./journey-test.ts";
import { expectNoHorizontalScroll, waitUntilLoaded } from "./page-checks.ts";

const stack = useTestStack();

const atMost = (length: number, text: string) => Array.from(text).slice(0, length).join("");
const quoted = (text: string) => text.replaceAll('"', '""');

const hostilePhones = hostile
  .slice(0, 8)
  .map((word, index) => ({ number: `(408) 555-010${index}`, label: atMost(80, word), extension: null }));

test("hostile words in the service's records and in everything that people write are shown as text, on every screen", async ({
  page,
}) => {
  const api = await signIn(page, stack());
  const [script = "", image = "", svg = ""] = hostile;
  const { service } = stack();
  const person = await findPractitioner(stack(), "Дмитрий Юрьев, NP");
  const [first, second] = person.schedules;
  if (first === undefined || second === undefined)
    throw new Error("The sample has changed: there are no two schedules.");
  const [practitioner, schedule] = [await service.read(person.record), await service.read(first.record)];
  await stack().control("POST", "/drift", {
    changes: [
      practitioner.changeTo({ displayName: script, preferredName: image }),
      (await service.read(first.phonesRecord)).changeTo({ phones: hostilePhones }),
      (await service.read(first.nameRecord)).changeTo({ name: svg }),
      (await service.read(second.nameRecord)).changeTo({ name: hostile[12] ?? "" }),
      ...[practitioner, schedule].map(({ record, unmappedLists }) => ({
        ...record,
        set: Object.fromEntries(unmappedLists.map((member) => [member, hostile])),
      })),
    ],
  });
  await api.call("POST", "/plans/import", {
    csv: `id,payer,plan,kind\n${schedule
      .ids("acceptedInsurances")
      .slice(0, hostile.length)
      .map((id, index) => `${id},"${quoted(hostile[index + 1] ?? script)}","${quoted(hostile[index] ?? script)}",PPO`)
      .join("\n")}`,
  });
  const indexId = await api.createDirectory(atMost(200, script), {
    roster: await sampleRoster(stack()),
    referrer: atMost(200, image),
    notes: hostile.join("\n"),
  });
  await api.call("PATCH", `/index-versions/${indexId}`, {
    label: atMost(200, svg),
    version: memberOf(await api.call("GET", `/index-versions/${indexId}`), "version"),
  });
  for (const word of hostile.slice(3, 8))
    await api.createDirectory(atMost(200, word), { roster: "", referrer: atMost(200, word) });
  const held = await api.applyChanges(
    indexId,
    [{ record: person.record, field: "preferredName", operation: { op: "set", value: script } }],
    atMost(500, hostile.slice(0, 6).join(" ")),
  );
  await stack().control("POST", "/drift", practitioner.changeTo({ preferredName: svg }));
  await api.call("GET", `/index-versions/${indexId}/practitioners/${person.id}?maxAge=0`);
  await api.call("POST", "/tokens", { name: atMost(120, image), expiresInDays: null });

  const directory = `/index-versions/${indexId}`;
  const record = `${directory}/practitioners/${person.id}`;
  const addresses = [
    "/index-versions",
    `/index-versions?q=${encodeURIComponent(script)}`,
    "/index-versions/new",
    directory,
    `${directory}?type=schedule`,
    `${directory}/overrides`,
    `${directory}/change-sets`,
    `${directory}/history`,
    `${directory}/settings`,
    record,
    `${record}/compare?all=1`,
    `${record}/compare?view=sentences`,
    `${record}/compare?view=raw`,
    `${record}/compare?view=raw&lines=unified`,
    "/change-sets",
    `/change-sets/${held}`,
    "/plans",
    "/activity",
    "/developer",
  ];
  let shown = "";
  for (const address of addresses) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${stack().pages}${address}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await waitUntilLoaded(page);
    await expectOnlyText(page, address);
    await expectNoHorizontalScroll(page, address);
    shown += await page.locator("body").innerText();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectOnlyText(page, `${address} on a narrow screen`);
    await expectNoHorizontalScroll(page, `${address} on a narrow screen`);
  }
  for (const words of [script, image, svg]) expect(shown, "shown as it was written").toContain(words.slice(0, 30));
});
