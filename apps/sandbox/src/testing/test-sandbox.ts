import { builtInKey, createSandbox, type Sandbox, type SandboxOptions } from "#/app.ts";
import { isJsonObject, parseJson, type Json, type JsonObject } from "#/json/json.ts";

export const fixedNow = Date.UTC(2026, 10, 20, 12);
export const liveKey = "live_sandbox_key_for_tests";
export const otherKey = "test_another_developer";

/** A small sandbox with a fixed clock. */
export function createTestSandbox(options: SandboxOptions = {}): Sandbox {
  return createSandbox({ seed: "tests", practitioners: 200, writes: true, clock: () => fixedNow, ...options });
}

export interface CallOptions {
  readonly key?: string;
  readonly index?: string;
  readonly body?: Json;
  /** Replace the default headers; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly rawBody?: string | Uint8Array<ArrayBuffer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

export async function call(
  sandbox: Sandbox,
  method: string,
  path: string,
  { key = builtInKey, index, body, headers = {}, rawBody }: CallOptions = {},
): Promise<Answer> {
  const sent = new Headers({ Authorization: `Basic ${btoa(`${key}:`)}`, "Service-API-Version": "2026-09-01" });
  if (index !== undefined) sent.set("Service-Index-Version", index);
  if (body !== undefined || rawBody !== undefined) sent.set("Content-Type", "application/json");
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) sent.delete(name);
    else sent.set(name, value);
  }
  const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await sandbox.app.request(path, {
    method,
    headers: sent,
    ...(payload === undefined ? {} : { body: payload }),
  });
  return { status: response.status, headers: response.headers, body: parseJson(await response.text()) };
}

export async function control(sandbox: Sandbox, method: string, path: string, body?: Json): Promise<JsonObject> {
  const response = await sandbox.control.request(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return objectOf(parseJson(await response.text()));
}

export function objectOf(value: Json | undefined): JsonObject {
  if (!isJsonObject(value)) throw new TypeError(`not an object: ${JSON.stringify(value)}`);
  return value;
}

export function textOf(value: unknown): string {
  if (typeof value !== "string") throw new TypeError(`not a text: ${JSON.stringify(value)}`);
  return value;
}

export function fieldOf(answer: Answer): Json | undefined {
  return objectOf(objectOf(answer.body)["error"])["field"];
}

export function codeOf(answer: Answer): Json | undefined {
  return objectOf(objectOf(answer.body)["error"])["code"];
}

export function scheduleIds(sandbox: Sandbox): string[] {
  return sandbox.samples.roster.trim().split("\n").slice(1);
}

export function firstSchedule(sandbox: Sandbox): string {
  return scheduleIds(sandbox)[0] ?? "";
}

export function planIds(sandbox: Sandbox): string[] {
  return sandbox.samples.plans
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",")[0] ?? "");
}

export async function createIndexVersion(sandbox: Sandbox, key = builtInKey): Promise<string> {
  const answer = await call(sandbox, "POST", "/index_version", { key, body: { name: "Dr. Elm" } });
  return textOf(objectOf(answer.body)["id"]);
}

export const bookableRange = "from=2026-11-23T00:00:00.000Z&to=2026-11-28T00:00:00.000Z";

/** Creates a patient and finds an open slot of the first schedule, with the body that books it. */
export async function prepareBooking(sandbox: Sandbox, key: string) {
  const [plan = ""] = planIds(sandbox);
  const patient = await call(sandbox, "POST", "/patients", {
    key,
    body: { first_name: "Aoife", last_name: "Ní Bhriain", dob: "1980-02-29", insurance: { id: plan } },
  });
  const [schedule = ""] = scheduleIds(sandbox);
  const slots = (await call(sandbox, "GET", `/schedules/${schedule}/availability?${bookableRange}`, { key })).body;
  const slot = objectOf(Array.isArray(slots) ? slots[0] : undefined);
  return {
    schedule,
    patient: objectOf(patient.body),
    status: patient.status,
    slot,
    booking: {
      schedule_id: schedule,
      patient_id: textOf(objectOf(patient.body)["id"]),
      start_at: slot["start_at"] ?? null,
      duration: slot["duration"] ?? null,
    },
  };
}
