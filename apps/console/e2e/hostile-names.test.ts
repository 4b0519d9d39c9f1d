import { ConsoleApi, memberOf } from "./directory.ts";
import { expect, test, useHouse } from "./journey.ts";
import { personNamed } from "./people.ts";

const house = useHouse();

const personName = "Дмитрий Юрьев, NP";
const marker = "hostileword";
const hostile: readonly string[] = [
  `<script>document.title="${marker}";alert(1)</script>`,
  `<img src=x onerror="document.title='${marker}';alert(1)">`,
  `"><svg/onload=alert(1)><b class="${marker}">`,
  `' onmouseover='alert(1)' x='`,
  `javascript:alert(1)//`,
  `{{constructor.constructor('alert(1)')()}}`,
  `\${alert(1)}`,
  `=cmd()|' /C calc'!A0`,
  `@SUM(1+1)*cmd`,
  `\u202Egnihtemos\u202C \u2066x\u2069`,
  `👩‍⚕️🩺🏳️‍🌈`,
  `</title></textarea></style><iframe src="javascript:alert(1)">`,
  "w".repeat(500),
  `a\u0000b\u2028c`.replaceAll("\u0000", ""),
];

const long = (text: string, most: number) => Array.from(text).slice(0, most).join("");

test("hostile words in the service's records and in everything that people write are shown as text, on every screen", async ({
  page,
  spelling,
}) => {
  test.setTimeout(180_000);
  const api = new ConsoleApi(page, house());
  await api.signIn();
  const [script = "", image = "", svg = ""] = hostile;
  const { service } = house();
  const person = await personNamed(house(), personName);
  const [spot, other] = person.schedules;
  if (spot === undefined || other === undefined) throw new Error("The seed has changed: there are no two schedules.");
  const labelled = house().wire.meaning(spot.phones.type, "phones")?.shape?.label !== undefined;
  const [practitioner, schedule] = [await service.read(person.record), await service.read(spot.record)];
  await house().control("POST", "/drift", {
    changes: [
      practitioner.toSay({ displayName: script, preferredName: image }),
      (await service.read(spot.phones)).toSay({ phones: hostilePhones(labelled) }),
      (await service.read(spot.naming)).toSay({ name: svg }),
      (await service.read(other.naming)).toSay({ name: hostile[12] ?? "" }),
      ...[practitioner, schedule].map(({ record, unnamedLists }) => ({
        ...record,
        set: Object.fromEntries(unnamedLists.map((member) => [member, hostile])),
      })),
    ],
  });
  const roster = String(await house().control("GET", "/samples/roster.csv"));
  await api.call("POST", "/plans/import", {
    csv: `id,payer,plan,kind\n${schedule
      .ids("acceptedInsurances")
      .slice(0, hostile.length)
      .map((id, at) => `${id},"${quoted(hostile[at + 1] ?? script)}","${quoted(hostile[at] ?? script)}",PPO`)
      .join("\n")}`,
  });
  const indexId = await api.createDirectory(long(script, 200), {
    roster,
    referrer: long(image, 200),
    notes: hostile.join("\n"),
  });
  await api.call("PATCH", `/index-versions/${indexId}`, {
    label: long(svg, 200),
    version: await versionOf(api, indexId),
  });
  for (const word of hostile.slice(3, 8))
    await api.createDirectory(long(word, 200), { roster: "", referrer: long(word, 200) });
  const held = await api.applyChanges(
    indexId,
    [{ record: person.record, field: "preferredName", operation: { op: "set", value: script } }],
    long(hostile.slice(0, 6).join(" "), 500),
  );
  await house().control("POST", "/drift", practitioner.toSay({ preferredName: svg }));
  await api.call("GET", `/index-versions/${indexId}/practitioners/${person.id}?maxAge=0`);
  await api.call("POST", "/tokens", { name: long(image, 120), expiresInDays: null });

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
    // How wide something gets does not hang on the spelling.
    for (const width of spelling === "default" ? [1440, 390] : [1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${house().origin}${address}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      const found = await page.evaluate(
        (word) => ({
          title: document.title.startsWith(word),
          nodes: [
            ...document.querySelectorAll(`main script, main iframe, img[src="x"], main object, main embed, .${word}`),
          ].map((node) => node.outerHTML),
          handlers: [...document.querySelectorAll("*")]
            .filter((node) => [...node.attributes].some(({ name }) => name.startsWith("on")))
            .map((node) => node.outerHTML.slice(0, 200)),
          links: [...document.querySelectorAll("a")]
            .filter((link) => !/^https?:$/.test(link.protocol))
            .map((link) => link.href),
          wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
        }),
        marker,
      );
      expect
        .soft(found, `${address} at ${width}`)
        .toEqual({ title: false, nodes: [], handlers: [], links: [], wide: false });
      shown += await page.locator("body").innerText();
    }
  }
  for (const words of [script, image, svg]) expect(shown, "shown as it was written").toContain(words.slice(0, 30));
});

/** Hostile labels; where a phone has no label, the words stand beside the number. */
function hostilePhones(labelled: boolean) {
  return hostile.slice(0, 8).map((word, at) => {
    const number = `(408) 555-010${at}`;
    const label = long(word, 80);
    return { number: labelled ? number : `${number} ${label}`, label: labelled ? label : null, extension: null };
  });
}

const quoted = (text: string) => text.replaceAll('"', '""');

async function versionOf(api: ConsoleApi, indexId: string): Promise<unknown> {
  return memberOf(await api.call("GET", `/index-versions/${indexId}`), "version");
}
