import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { connectionId } from "@dc/tooling/testing/server-process";
import { sampleRoster } from "./sample-roster.ts";
import { type RecordKey, ServiceSpelling } from "./service-spelling.ts";
import type { TestStack } from "./test-stack.ts";

interface PhonesOfRecord {
  record: RecordKey;
  comparison: { fields: { key: string; parts: { key: string; values: { effective: unknown } }[] }[] };
}

/** Signs the page's context in as the administrator, with the one session of the stack. */
export async function signIn(page: Page, stack: TestStack): Promise<ConsoleApi> {
  await page.context().addCookies([stack.session()]);
  return new ConsoleApi(page, stack);
}

/** Signs in and creates an index version with the sample roster; returns its id. */
export async function signInAndCreateDirectory(page: Page, stack: TestStack, name: string): Promise<string> {
  const api = await signIn(page, stack);
  return await api.createDirectory(name);
}

/** Calls the console's API with the session of a page. */
export class ConsoleApi {
  readonly #page: Page;
  readonly #stack: TestStack;

  constructor(page: Page, stack: TestStack) {
    this.#page = page;
    this.#stack = stack;
  }

  /** Calls an address below the connection. Returns the body of the response; throws an error with the problem if the call is refused. */
  async call(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, data?: object): Promise<unknown> {
    const response = await this.#page.request.fetch(`${this.#stack.origin}/api/v1/connections/${connectionId}${path}`, {
      method,
      headers: { Origin: this.#stack.origin, "X-Directory-Console": "1" },
      ...(data === undefined ? {} : { data }),
    });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return response.status() === 204 ? null : await response.json();
  }

  /** Creates an index version for a referrer of the same name, and waits until its roster has been read. */
  async createDirectory(
    name: string,
    options: { roster?: string; notes?: string; referrer?: string } = {},
  ): Promise<string> {
    const roster = options.roster ?? (await sampleRoster(this.#stack));
    const creation = await this.call("POST", "/index-versions", {
      name,
      referrer: { name: options.referrer ?? `Dr. ${name}`, practitionerId: null },
      notes: options.notes ?? "",
      roster,
      startFrom: { kind: "standard" },
    });
    const indexId = textAt(creation, "indexId");
    if (roster !== "")
      await waitUntil(
        async () =>
          !JSON.stringify(await this.call("GET", `/index-versions/${indexId}/roster-imports`)).includes('"running"'),
      );
    return indexId;
  }

  async importSamplePlans(): Promise<void> {
    await this.call("POST", "/plans/import", { csv: String(await this.#stack.control("GET", "/samples/plans.csv")) });
  }

  /** Waits until everything so far has had its event, so that a page which is loaded from now on is told none of it. */
  async untilTold(): Promise<void> {
    await waitUntil(async () => {
      const [newest] = memberOf(await this.call("GET", "/activity?limit=1"), "items") as unknown[];
      return textAt(await this.call("GET", ""), "lastEventId") === textAt(newest, "id");
    });
  }

  /** Creates a token and returns its secret, with which an app reads the gateway. */
  async createToken(name: string): Promise<string> {
    return textAt(await this.call("POST", "/tokens", { name, expiresInDays: 1 }), "secret");
  }

  /** Stages changes in the caller's draft; returns the id of the change set. */
  async stageChanges(indexId: string, changes: readonly object[]): Promise<{ id: string; version: number }> {
    const staged = memberOf(await this.call("POST", `/index-versions/${indexId}/changes`, { changes }), "changeSet");
    return { id: textAt(staged, "id"), version: countAt(staged, "version") };
  }

  /** Stages and applies changes; waits until each was sent or is held, or until the given condition is true. */
  async applyChanges(
    indexId: string,
    changes: readonly object[],
    reason: string,
    { until }: { until?: () => Promise<boolean> } = {},
  ): Promise<string> {
    const { id, version } = await this.stageChanges(indexId, changes);
    await this.call("POST", `/change-sets/${id}/apply`, {
      version,
      evidence: { reason, source: null, verifiedOn: null, reviewBy: null },
    });
    const isDone = async () =>
      !["queued", "applying"].includes(textAt(await this.call("GET", `/change-sets/${id}`), "state"));
    await waitUntil(until ?? isDone);
    return id;
  }

  /** The element by which a change names one phone of a record on a practitioner's page. */
  async phoneElement(place: { indexId: string; practitionerId: string; record: RecordKey }, number: string) {
    const view = asPractitionerPage(
      await this.call("GET", `/index-versions/${place.indexId}/practitioners/${place.practitionerId}`),
    );
    const shown = [view.practitioner, ...view.schedules, ...view.related].find(
      ({ record }) => record.type === place.record.type && record.id === place.record.id,
    );
    const parts = shown?.comparison.fields.find(({ key }) => key === "phones")?.parts ?? [];
    const part = parts.find(({ values }) => JSON.stringify(values.effective).includes(JSON.stringify(number)));
    if (part === undefined) throw new Error(`${number} is not on the page of ${place.practitionerId}`);
    return part.key;
  }

  /**
   * Makes the service accept writes, and saves a profile that names them; returns the spelling that is then in force.
   */
  async turnWritesOn(): Promise<ServiceSpelling> {
    await this.#stack.control("PUT", "/dials", { writes: true });
    const profile = await this.#stack.control("GET", "/profile?writes=on");
    const inForce = await this.call("GET", "/profile");
    await this.call("PUT", "/profile", { profile, revision: countAt(inForce, "revision") });
    return new ServiceSpelling(profile);
  }
}

/** Repeats the check until it is true; the time limit is that of the test. */
async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await wait(50);
}

/** Types the answer of a practitioner's page, of which the journeys read only the phones. */
function asPractitionerPage(view: unknown): {
  practitioner: PhonesOfRecord;
  schedules: PhonesOfRecord[];
  related: PhonesOfRecord[];
} {
  return view as ReturnType<typeof asPractitionerPage>;
}

export function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) throw new Error(`There is no ${key} in ${JSON.stringify(value)}`);
  return Object.entries(value).find(([name]) => name === key)?.[1];
}

export function textAt(value: unknown, key: string): string {
  const member = memberOf(value, key);
  if (typeof member !== "string") throw new Error(`${key} is no text in ${JSON.stringify(value)}`);
  return member;
}

function countAt(value: unknown, key: string): number {
  const member = memberOf(value, key);
  if (typeof member !== "number") throw new Error(`${key} is no number in ${JSON.stringify(value)}`);
  return member;
}
