import type { Page } from "@playwright/test";
import { administrator, type House } from "./house.ts";
import type { RecordKey } from "./wire.ts";

interface PhonesShown {
  record: RecordKey;
  comparison: { fields: { key: string; parts: { key: string; values: { effective: unknown } }[] }[] };
}

/** The console's own API, called with the page's session as the console calls it. */
export class ConsoleApi {
  readonly #page: Page;
  readonly #house: House;

  constructor(page: Page, house: House) {
    this.#page = page;
    this.#house = house;
  }

  /** What the route answers; throws with the problem when it refuses. */
  async call(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, data?: object): Promise<unknown> {
    const response = await this.#page.request.fetch(`${this.#house.origin}/api/v1${path}`, {
      method,
      headers: { Origin: this.#house.origin, "X-Directory-Console": "1" },
      ...(data === undefined ? {} : { data }),
    });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return response.status() === 204 ? null : await response.json();
  }

  async signIn(): Promise<void> {
    await this.call("POST", "/session", { email: administrator.email, password: administrator.password });
  }

  /** An index version for a referrer of the same name, its roster read to the end. */
  async createDirectory(
    name: string,
    options: { roster?: string; notes?: string; referrer?: string } = {},
  ): Promise<string> {
    const roster = options.roster ?? String(await this.#house.control("GET", "/samples/roster.csv"));
    const creation = await this.call("POST", "/index-versions", {
      name,
      referrer: { name: options.referrer ?? `Dr. ${name}`, practitionerId: null },
      notes: options.notes ?? "",
      roster,
      startFrom: { kind: "standard" },
    });
    const indexId = textAt(creation, "indexId");
    if (roster !== "")
      await this.settled(
        async () =>
          !JSON.stringify(await this.call("GET", `/index-versions/${indexId}/roster-imports`)).includes('"running"'),
      );
    return indexId;
  }

  async importSamplePlans(): Promise<void> {
    await this.call("POST", "/plans/import", { csv: String(await this.#house.control("GET", "/samples/plans.csv")) });
  }

  /** Stages and applies; waits until nothing of it is on its way, or until it is as asked. */
  async applyChanges(
    indexId: string,
    changes: readonly object[],
    reason: string,
    { until }: { until?: () => Promise<boolean> } = {},
  ): Promise<string> {
    const staged = await this.call("POST", `/index-versions/${indexId}/changes`, { changes });
    const changeSet = memberOf(staged, "changeSet");
    const id = textAt(changeSet, "id");
    await this.call("POST", `/change-sets/${id}/apply`, {
      version: countAt(changeSet, "version"),
      evidence: { reason, source: null, verifiedOn: null, reviewBy: null },
    });
    const isDone = async () =>
      !["approved", "applying"].includes(textAt(await this.call("GET", `/change-sets/${id}`), "state"));
    await this.settled(until ?? isDone);
    return id;
  }

  /** The element by which a change names one phone of a record on a practitioner's page. */
  async phoneElement(at: { indexId: string; practitionerId: string; record: RecordKey }, number: string) {
    const view = asPage(await this.call("GET", `/index-versions/${at.indexId}/practitioners/${at.practitionerId}`));
    const shown = [view.practitioner, ...view.schedules, ...view.related].find(
      ({ record }) => record.type === at.record.type && record.id === at.record.id,
    );
    const parts = shown?.comparison.fields.find(({ key }) => key === "phones")?.parts ?? [];
    const part = parts.find(({ values }) => JSON.stringify(values.effective).includes(JSON.stringify(number)));
    if (part === undefined) throw new Error(`${number} is not on the page of ${at.practitionerId}`);
    return part.key;
  }

  /** Asks again until it is so; the time limit is that of the test. */
  async settled(isSo: () => Promise<boolean>): Promise<void> {
    while (!(await isSo())) await this.#page.waitForTimeout(150);
  }
}

/** A practitioner's page, of which the journeys read no more than the phones. */
function asPage(view: unknown): { practitioner: PhonesShown; schedules: PhonesShown[]; related: PhonesShown[] } {
  return view as ReturnType<typeof asPage>;
}

/** Signs in, and creates an index version with the sample roster; gives its id. */
export async function signInAndCreate(page: Page, house: House, name: string): Promise<string> {
  const api = new ConsoleApi(page, house);
  await api.signIn();
  return await api.createDirectory(name);
}

export function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) throw new Error(`There is no ${key} in ${JSON.stringify(value)}`);
  return Object.entries(value).find(([name]) => name === key)?.[1];
}

export function textAt(value: unknown, key: string): string {
  const found = memberOf(value, key);
  if (typeof found !== "string") throw new Error(`${key} is no text in ${JSON.stringify(value)}`);
  return found;
}

export function countAt(value: unknown, key: string): number {
  const found = memberOf(value, key);
  if (typeof found !== "number") throw new Error(`${key} is no number in ${JSON.stringify(value)}`);
  return found;
}
