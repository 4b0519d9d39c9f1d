import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { RequestPage, type ServiceRequest } from "@dc/contract";
import { fetchTransport } from "@dc/api-client";
import { builtInKey } from "@dc/sandbox/app";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createTestApp } from "#/testing/app.ts";
import { createDirectory, read, sampleSchedules } from "#/testing/directory.ts";
import { curlOfCall } from "./curl-of-call.ts";
import { openService } from "./service.ts";
import { parseProfile } from "./settings-profile.ts";

/** The shell runs the command with a stand-in for curl that prints its arguments. */
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pasted-"));
  const curl = join(folder, "curl");
  await writeFile(curl, `#!/usr/bin/env node\nconsole.log(JSON.stringify(process.argv.slice(2)));\n`);
  await chmod(curl, 0o755);
});
afterAll(async () => await rm(folder, { recursive: true }));

/** The request that curl would send for a pasted command: the address, then -X, -u, -H and -d with their values. */
async function pasted(command: string): Promise<Request> {
  const { stdout } = await promisify(execFile)("sh", ["-c", command], {
    env: { ...process.env, PATH: `${folder}:${process.env["PATH"] ?? ""}` },
  });
  const words = z.array(z.string()).parse(JSON.parse(stdout));
  const headers = new Headers();
  let [url, method, body]: [string, string | undefined, string | undefined] = ["", undefined, undefined];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (!word.startsWith("-")) {
      url = word;
      continue;
    }
    const value = words[(at += 1)] ?? "";
    if (word === "-X") method = value;
    else if (word === "-u") headers.set("authorization", `Basic ${Buffer.from(value).toString("base64")}`);
    else if (word === "-d") body = value;
    else if (word === "-H") headers.set(value.slice(0, value.indexOf(":")), value.slice(value.indexOf(":") + 1).trim());
    else throw new Error(`${word} is not known here`);
  }
  return new Request(url, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers,
    ...(body === undefined ? {} : { body }),
  });
}

describe.each(["default", "respelled", "seed:5"])("in front of the service spelled %s", (spelling) => {
  test("each logged call works when it is pasted with the key, and with a body where it has one", async () => {
    await using app = await createTestApp({ sandbox: { spelling, writes: true }, profile: "of the sandbox" });
    const [first = "", second = ""] = sampleSchedules(app, 2);
    const { indexId } = await createDirectory(app, { name: "Referrer A", roster: first });
    const { client, profile } = app.deps.service;
    const { raw } = await client.records.retrieve("schedule", second, { index: indexId });
    const writable = profile.meanings("schedule").find(({ isWritable, via }) => isWritable && via.length === 0);
    const value = profile.decode("schedule", raw)[writable?.name ?? ""];
    if (writable === undefined || value === undefined) throw new Error("nothing to write");
    const update = { type: "schedule", id: second, index: indexId, fields: { [writable.name]: value } };
    await client.writes.updateRecord({ ...update, current: raw });
    const gone = { type: "schedule", id: first, index: indexId };
    await client.writes.deleteRecord(gone);
    const bodies: { readonly [operation: string]: string } = {
      createIndexVersion: JSON.stringify(profile.data.operations["createIndexVersion"]?.body).replace("{name}", "B"),
      updateSchedule: JSON.stringify(client.writes.describeUpdate({ ...update, current: raw }).request?.body),
    };

    const { items } = await read(app, RequestPage, "/requests?limit=200");
    const send = async ({ curl, operation }: ServiceRequest) => {
      const command = curl
        .replace("<API_KEY>", builtInKey)
        .replace("<BODY>", bodies[operation ?? ""] ?? "")
        // The first record is gone, since it can be deleted only once.
        .replace(first, second);
      const answer = await app.sandbox.app.request(await pasted(command));
      return { operation, status: answer.status, told: await answer.text() };
    };
    const byOperation = [...new Map(items.map((item) => [item.operation, item])).values()];
    byOperation.sort((a, b) => Number(a.operation?.startsWith("delete")) - Number(b.operation?.startsWith("delete")));
    expect(byOperation.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(["createIndexVersion", "readSchedule", "readPractitioner", "updateSchedule"]),
    );
    expect(byOperation.at(-1)?.operation).toBe("deleteSchedule");
    for (const item of byOperation) {
      expect(item.sendsBody).toBe(item.operation !== null && item.operation in bodies);
      expect(item.curl.includes("<BODY>")).toBe(item.sendsBody);
      const sent = await send(item);
      expect(sent).toMatchObject({ operation: item.operation, status: item.status });
    }
  });
});

test.each([
  { composition: "key-as-user" },
  { composition: "key-as-user", header: "X-Auth" },
  { composition: "key-as-password", user: "o'brien $HOME" },
  { composition: "key-as-password", user: "o'brien $HOME", header: "X-Auth" },
  { composition: "ready-made", prefix: "Key `id` ", header: "X-Auth" },
])("with the credential %j a pasted command sends what the client sends", async (credential) => {
  const apiKey = `test_${"longEnoughForBase64ToBreakItsLines".repeat(3)}`;
  const profile = parseProfile({ extends: "default", name: "other", credential });
  const sent: Request[] = [];
  const service = openService({
    baseUrl: "http://service.test/base/",
    apiKey,
    profile,
    clock: { now: () => new Date(0) },
    transport: fetchTransport((url, init) => {
      sent.push(new Request(url, init));
      return Promise.resolve(Response.json({}, { status: 404 }));
    }),
  });
  const index = profile.data.indexes.test ?? "";
  await service.client.records.retrieve("schedule", "sch_1", { index }).catch(() => undefined);
  const [byClient] = sent;
  const connection = { baseUrl: "http://service.test/base/", apiVersion: profile.data.apiVersion };
  const call = { method: "GET", path: "/schedules/sch_1", indexId: index, operation: "readSchedule" };
  const byCurl = await pasted(curlOfCall(service, connection, call).replace("<API_KEY>", apiKey));
  expect([byCurl.method, byCurl.url]).toEqual([byClient?.method, byClient?.url]);
  expect([...byCurl.headers]).toEqual([...(byClient?.headers ?? [])]);
});
