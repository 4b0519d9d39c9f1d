import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Duplex } from "node:stream";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { secretsFrom } from "#/runtime/secrets.ts";
import type { Store } from "#/store/engine/database.ts";
import { openTestStore } from "#/testing/stores/store.ts";
import { BACKUP_PATH, operatorListener } from "./operator-listener.ts";

let folder: string;
let store: Store;
const secrets = secretsFrom(Buffer.alloc(32, 7));
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "directory-console-operator-"));
  store = await openTestStore();
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function serverFor(backupDir: string) {
  const clock = { now: () => new Date("2026-11-23T09:00:00Z") };
  return createServer(operatorListener({ store, secrets, clock, log: pino({ level: "silent" }) }, { backupDir }));
}

/** What the listener answers to a connection; with `reads: false` its beginning, and nothing is taken of the rest. */
function ask({
  reads,
  from,
  at,
  server = serverFor(folder),
  leaves = false,
}: {
  reads: boolean;
  from: string;
  at: string;
  server?: Server;
  /** The command is killed as soon as it has asked. */
  leaves?: boolean;
}) {
  const answer = Promise.withResolvers<string>();
  let text = "";
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, taken) {
      text += chunk.toString("latin1");
      if (reads) taken();
      else answer.resolve(text);
    },
    final(taken) {
      answer.resolve(text);
      taken();
    },
  });
  server.emit("connection", Object.assign(socket, { remoteAddress: from, localAddress: at }));
  if (leaves) server.once("request", () => setImmediate(() => socket.destroy()));
  socket.push(
    `POST ${BACKUP_PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${secrets.operatorToken}\r\n\r\n`,
  );
  return answer.promise;
}

it("a reader of a backup who stalls stops nobody else", async () => {
  await sql`insert into journal (at, actor, action, subject, after)
    select now(), '{}', 'test', 'x', to_json(string_agg(md5(random()::text), '')) from generate_series(1, 20000)`.execute(
    store.db,
  );
  expect(await ask({ reads: false, from: "127.0.0.1", at: "127.0.0.1" })).toMatch(/^HTTP\/1.1 200 /);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from journal`.execute(store.db);
  expect(rows).toEqual([{ n: 1 }]);
  expect(readdirSync(folder)).toEqual([]);
});

it("a machine is known by any of its addresses, and no other machine is answered", async () => {
  expect(await ask({ reads: true, from: "10.0.0.5", at: "10.0.0.5" })).toMatch(/^HTTP\/1.1 200 /);
  expect(await ask({ reads: true, from: "::ffff:127.0.0.1", at: "::ffff:127.0.0.1" })).toMatch(/^HTTP\/1.1 200 /);
  expect(await ask({ reads: true, from: "10.0.0.6", at: "10.0.0.5" })).toMatch(/^HTTP\/1.1 404 /);
});

it("a folder that cannot be written to is named, and the store goes on", async () => {
  const backupDir = join(folder, "file");
  writeFileSync(backupDir, "");
  const answer = await ask({ reads: true, from: "127.0.0.1", at: "127.0.0.1", server: serverFor(backupDir) });
  expect(answer).toMatch(/^HTTP\/1.1 500 /);
  expect(answer).toContain(`The store could not be copied to ${backupDir} first (EEXIST).`);
});

it.runIf(process.platform === "linux")(
  "a backup whose command was killed leaves no file open, which would end the server once its memory is tidied",
  async () => {
    const isOfFolder = (descriptor: string) => {
      try {
        return readlinkSync(join("/proc/self/fd", descriptor)).startsWith(folder);
      } catch {
        // It was closed since they were listed.
        return false;
      }
    };
    const server = serverFor(folder);
    void ask({ reads: true, from: "127.0.0.1", at: "127.0.0.1", server, leaves: true });
    // They are answered one after the other.
    expect(await ask({ reads: true, from: "127.0.0.1", at: "127.0.0.1", server })).toMatch(/^HTTP\/1.1 200 /);
    await vi.waitFor(() => expect(readdirSync("/proc/self/fd").filter(isOfFolder)).toEqual([]));
  },
);
