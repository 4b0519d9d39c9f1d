import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  Booking,
  BookingCheck,
  CreatedPatient,
  CreatedToken,
  Creation,
  FoundPatients,
  RequestPage,
} from "@dc/contract";
import { expect, test } from "vitest";
import { newId } from "#/runtime/new-id.ts";
import { createTestApp } from "#/testing/app.ts";
import { createCanary, type Canary } from "./canary.ts";
import { type ServerProcess, startServer } from "@dc/tooling/testing/server-process";
import { startService } from "@dc/tooling/testing/service-process";
import { filled, idFor, routesOf } from "./routes.ts";

// Proves: data of a patient who was looked up, created and booked for, also with failures and refused requests, or
// named in a path of the gateway, is in no file of the data directory, no log line, no error, and no response except to
// the caller. Cannot prove: what the service stores, or what the server's memory holds during a request.

const patient = { firstName: "Quillonia", lastName: "Zanzibarrow", dateOfBirth: "1931-02-03" };
const name = `${patient.firstName} ${patient.lastName}`;
const root = "/booking-check";

async function createToken(console: ServerProcess): Promise<string> {
  return CreatedToken.parse((await console.call("POST", "/tokens", { name: "app", expiresInDays: 1 })).body).secret;
}

test("a patient is nowhere once the request is answered", async () => {
  await using inProcess = await createTestApp({ administrator: false });
  const routes = routesOf(inProcess.app);
  await using service = await startService();
  await using console = await startServer({ service, settings: { LOG_LEVEL: "debug" } });
  const roster = await service.roster();
  const scheduleId = roster[0] ?? "";
  const creation = Creation.parse(
    (await console.call("POST", "/index-versions", { name: "Canary", roster: scheduleId })).body,
  );
  const indexId = creation.indexId ?? "";
  const check = BookingCheck.parse(
    (await console.call("GET", `/index-versions/${indexId}/booking-check/${scheduleId}?days=14`)).body,
  );
  const insuranceId = check.acceptance.plans.find(({ index }) => index)?.planId ?? "";
  if (check.slots.here.state !== "read") throw new Error(check.slots.here.detail);
  const [slot, other] = check.slots.here.items;

  const made = CreatedPatient.parse(
    (await console.call("POST", `${root}/patients`, { attemptId: newId("try"), ...patient, insuranceId })).body,
  );
  if (made.outcome !== "created") throw new Error(made.why);
  const find = { name, dateOfBirth: patient.dateOfBirth };
  const found = FoundPatients.parse((await console.call("POST", `${root}/patients/find`, find)).body);
  expect(found.items).toEqual([made.patient]);
  const book = { indexId, scheduleId, patientId: made.patient.id, slot };
  const booking = Booking.parse(
    (await console.call("POST", `${root}/bookings`, { attemptId: newId("try"), ...book })).body,
  );
  if (booking.outcome !== "simulated") throw new Error(booking.why);

  const canaries: Canary[] = [
    patient.firstName,
    patient.lastName,
    patient.dateOfBirth,
    encodeURIComponent(name),
    made.patient.id,
    booking.appointment.id,
  ].map(createCanary);
  const look = (where: string, content: string | Uint8Array) =>
    canaries.forEach((canary) => canary.look(where, content));
  const lookAt = async (method: string, path: string, body?: unknown) => {
    const answer = await console.call(method, path, body);
    look(`${method} ${path} ${answer.status}`, JSON.stringify(answer.body) ?? "");
    return answer.status;
  };

  const attempt = () => ({ attemptId: newId("try") });
  await service.control("POST", "/faults", [
    { kind: "status", status: 400, times: 1, path: "/patients" },
    { kind: "status", status: 422, times: 1, method: "POST", path: "/patients" },
    { kind: "reset-after", times: 1, method: "POST", path: "/patients" },
    { kind: "malformed", times: 1, method: "POST", path: "/patients" },
    { kind: "reset-after", times: 1, method: "POST", path: "/appointments" },
    { kind: "status", status: 500, times: 1, method: "POST", path: "/appointments" },
  ]);
  await lookAt("POST", `${root}/patients/find`, find);
  for (let at = 0; at < 3; at += 1) await lookAt("POST", `${root}/patients`, { ...attempt(), ...patient, insuranceId });
  await lookAt("POST", `${root}/bookings`, { ...attempt(), ...book, slot: other });
  await lookAt("POST", `${root}/bookings`, {
    ...attempt(),
    ...book,
    slot: { ...slot, startAt: "2020-01-01T00:00:00.000Z" },
  });
  expect(await lookAt("POST", `${root}/patients`, { ...attempt(), ...patient, insuranceId: "not an id" })).toBe(400);
  expect(await lookAt("POST", `${root}/patients/find`, { name: [name], dateOfBirth: `${patient.dateOfBirth}x` })).toBe(
    400,
  );
  expect(
    await lookAt("POST", `${root}/bookings`, { ...attempt(), ...book, patientId: `${made.patient.id}/${name}` }),
  ).toBe(400);
  expect(await lookAt("POST", `${root}/bookings`, { ...attempt(), ...book, patientId: `${made.patient.id}x` })).toBe(
    502,
  );

  const secret = await createToken(console);
  const spelledOtherwise = {
    extends: "default",
    name: "patients in the path",
    operations: {
      createPatient: {
        method: "POST",
        path: "/people/{lastName}",
        query: { surname: "{lastName}" },
        body: { given: "{firstName}" },
        success: [201],
      },
    },
  };
  const { firstName, lastName } = patient;
  const inAddresses = [
    `/patients/${firstName}-${lastName}`,
    `/patients/${encodeURIComponent(name)}/notes`,
    `/patients?name=${encodeURIComponent(name)}&${lastName}=1`,
    `/people/${lastName}`,
    `/people/${lastName}/`,
    `/people/${lastName}%20${firstName}?surname=${lastName}`,
    `/people?surname=${lastName}&${firstName}`,
    `//people/${lastName}`,
    `/PEOPLE/${lastName}`,
    `/${lastName}/people`,
    `/${made.patient.id}`,
  ];
  for (const profile of [null, spelledOtherwise]) {
    if (profile !== null)
      expect(await lookAt("PUT", "/profile", { profile, revision: 0, why: "patients are spelled otherwise" })).toBe(
        200,
      );
    for (const [at, address] of inAddresses.entries()) {
      const headers = { Authorization: `Bearer ${secret}`, "Service-Index-Version": at % 2 === 0 ? name : indexId };
      for (const method of ["POST", "PUT", "DELETE", "GET"]) {
        const answer = await fetch(`${console.url}/gateway/v1${address}`, { method, headers });
        look(`${method} ${at} at the gateway`, await answer.text());
        if (method !== "GET") expect(answer.status).toBe(405);
      }
    }
    const { items } = RequestPage.parse((await console.call("GET", "/requests?status=refused&limit=200")).body);
    expect(items.length).toBeGreaterThanOrEqual(inAddresses.length * 3);
    look("the request log", JSON.stringify(items));
  }

  const values = (part: string) => (part === "indexId" ? indexId : /schedule/i.test(part) ? scheduleId : idFor(part));
  for (const route of routes.filter(({ method }) => method === "GET")) {
    const path = filled(route, values);
    await lookAt("GET", path);
    const anonymous = await fetch(`${console.url}${path}`);
    look(`anonymous GET ${path}`, await anonymous.text());
  }
  await service[Symbol.asyncDispose]();
  await lookAt("POST", `${root}/patients/find`, find);
  await lookAt("POST", `${root}/patients`, { ...attempt(), ...patient, insuranceId });
  await console.stop("SIGKILL");
  look("everything that was logged", console.output());
  const files = globSync("**/*", { cwd: console.dataDir })
    .map((file) => join(console.dataDir, file))
    .filter((file) => statSync(file).isFile());
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) look(file.slice(console.dataDir.length), readFileSync(file));
  expect(canaries.flatMap(({ hits }) => hits)).toEqual([]);
});
