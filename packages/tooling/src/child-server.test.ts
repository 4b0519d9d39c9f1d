import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ChildServerError, parseReadyLine, startChildServer } from "#/child-server.ts";

let folder = "";
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "child-server-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function script(name: string, source: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, source);
  return path;
}

const SERVER = `
import { createServer } from "node:http";
const server = createServer((_, answer) => answer.end(process.env.WORD ?? "none"));
server.listen(0, "127.0.0.1", () => {
  console.error("listening");
  console.log(JSON.stringify({ ready: true, url: "http://127.0.0.1:" + server.address().port, word: process.env.WORD }));
  console.log("a line after");
});
process.on("SIGTERM", () => server.close(() => process.exit(0)));
`;

describe("a child server", () => {
  test("is reached at the address of its ready line, and is gone after stop", async () => {
    await using server = await startChildServer({ script: script("server", SERVER), env: { WORD: "hello" } });
    expect(server.ready).toEqual({ ready: true, url: server.url, word: "hello" });
    const answer = await fetch(server.url, { headers: { connection: "close" } });
    expect(await answer.text()).toBe("hello");
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    expect(server.output().split("\n").toSorted()).toEqual(["a line after", "listening"]);
  });

  test("says in one line what it writes as one, and says the last one too", async () => {
    const path = script("lines", `${SERVER}process.stderr.write("a\\u2028b\\u2029c\\u0085d\\re\\r\\n\\u00e9");`);
    const lines: string[] = [];
    await using server = await startChildServer({ script: path, onLine: (line) => void lines.push(line) });
    await server.stop();
    expect(lines).toEqual(expect.arrayContaining(["a\u2028b\u2029c\u0085d\re", "\u00e9listening"]));
  });

  test("gets none of this process's settings unless they are given", async () => {
    process.env["WORD"] = "leaked";
    await using server = await startChildServer({ script: script("server", SERVER) });
    delete process.env["WORD"];
    expect(server.ready).toEqual({ ready: true, url: server.url });
  });

  test("that ends before it is ready is an error with what it said", async () => {
    const path = script("refused", `console.error("PORT: taken"); process.exit(1);`);
    const error = await startChildServer({ script: path }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ChildServerError);
    expect(error).toMatchObject({ output: "PORT: taken", exit: { code: 1, signal: null } });
  });

  test("that never becomes ready is ended", async () => {
    const path = script("silent", "setInterval(() => {}, 1000);");
    await expect(startChildServer({ script: path, readyWithinMs: 300 })).rejects.toThrow("Not ready after 300 ms.");
  });

  test("that ignores SIGTERM is ended after the time given", async () => {
    const path = script("deaf", `${SERVER}process.removeAllListeners("SIGTERM").on("SIGTERM", () => {});`);
    await using server = await startChildServer({ script: path });
    expect(await server.stop(200)).toEqual({ code: null, signal: "SIGKILL" });
  });

  test("ends when the process that started it is killed", async () => {
    const starter = script(
      "starter",
      `const { startChildServer } = await import(${JSON.stringify(new URL("child-server.ts", import.meta.url).href)});
       const server = await startChildServer({ script: ${JSON.stringify(script("server", SERVER))} });
       console.log(server.pid);
       setInterval(() => {}, 1000);`,
    );
    const parent = spawn(process.execPath, [starter], { stdio: ["ignore", "pipe", "inherit"] });
    const pid = await new Promise<number>((known) => parent.stdout.once("data", (line: Buffer) => known(Number(line))));
    parent.kill("SIGKILL");
    await expect.poll(() => lives(pid)).toBe(false);
  });
});

test("a ready line is JSON with ready and a url, and nothing else is", () => {
  expect(parseReadyLine('{"ready":true,"url":"http://127.0.0.1:1"}')).toEqual({
    ready: true,
    url: "http://127.0.0.1:1",
  });
  for (const line of ["ready", "{", '{"ready":false,"url":""}', '{"ready":true}', '{"level":30}']) {
    expect(parseReadyLine(line)).toBeUndefined();
  }
});

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
