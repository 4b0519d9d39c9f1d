import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { StandInRepository } from "#/start/stand-in-repository.ts";
import { repositoryRoot } from "#/verify/repository.ts";

// The launcher, the locks and the signals are real; the servers are stand-ins that can be made to fail.
describe("npm start", () => {
  test("says where the console is, how to sign in and where the data is", async () => {
    using repository = new StandInRepository();
    const launch = repository.start();
    await launch.ready();
    expect(launch.said).toMatch(/Console {3}http:\/\/127\.0\.0\.1:\d+\n/);
    expect(launch.said).toMatch(
      /Sign in {3}create the first administrator at http:\/\/127\.0\.0\.1:\d+\/set-up\?token=x\n/,
    );
    expect(launch.said).toContain(`Data      ${join(repository.root, ".data")}\n`);
    expect(launch.said).toMatch(/Service {3}http:\/\/127\.0\.0\.1:\d+ \(the built-in sandbox, writes off\)\n/);
  });

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    test(`${signal} lets both servers tidy up, the bff first`, async () => {
      using repository = new StandInRepository();
      const launch = repository.start();
      await launch.ready();
      launch.child.kill(signal);
      launch.child.kill(signal);
      expect(await launch.exit).toBe(0);
      expect(repository.living()).toEqual([]);
      expect(repository.notes().filter((note) => note.endsWith("tidied"))).toEqual(["bff tidied", "sandbox tidied"]);
      expect(repository.notes().filter((note) => note.includes("SIG"))).toEqual([`bff ${signal}`, `sandbox ${signal}`]);
    });
  }

  test("kill -9 of it lets both servers tidy up", async () => {
    using repository = new StandInRepository();
    const launch = repository.start();
    await launch.ready();
    launch.child.kill("SIGKILL");
    await expect.poll(() => repository.living()).toEqual([]);
    expect(
      repository
        .notes()
        .filter((note) => note.endsWith("tidied"))
        .toSorted(),
    ).toEqual(["bff tidied", "sandbox tidied"]);
  });

  test("a server that ends later ends everything, with a word about it", async () => {
    using repository = new StandInRepository();
    const launch = repository.start({ DIE: "sandbox" });
    expect(await launch.exit).toBe(1);
    expect(launch.said).toContain("The sandbox exited unexpectedly (exit code 3); stopping everything.");
    // The last of them may have been killed as the parent ended, and takes a moment to be gone.
    await expect.poll(() => repository.living()).toEqual([]);
  });

  test("a bff that cannot start says why in one line, and the sandbox goes too", async () => {
    using repository = new StandInRepository();
    const launch = repository.start({ FAIL: "bff" });
    expect(await launch.exit).toBe(1);
    expect(launch.said.split("\n").filter((line) => line.includes("DATA_DIR"))).toEqual(["DATA_DIR: in use"]);
    expect(launch.said).not.toContain("at ");
    expect(repository.living()).toEqual([]);
  });

  test("what is wrong with the bff's settings is said in one line, and nothing is begun", async () => {
    using repository = new StandInRepository();
    const launch = repository.start({ FAIL: "settings" });
    expect(await launch.exit).toBe(1);
    expect(launch.said.split("\n").filter((line) => !/^ {2}(?:console|server) unchanged/.test(line))).toEqual([
      "PUBLIC_URL: wrong",
      "",
    ]);
    expect(repository.notes()).toEqual(["bff checked"]);
  });

  for (const setting of ["PORT", "SANDBOX_PORT", "SANDBOX_CONTROL_PORT"] as const) {
    test(`a taken ${setting} is named, and nothing is begun`, async () => {
      using repository = new StandInRepository();
      const port = await takenPort();
      const launch = repository.start({ [setting]: String(port) });
      expect(await launch.exit).toBe(1);
      expect(launch.said).toBe(
        `${setting}: 127.0.0.1:${port} cannot be used (another program uses it; choose another port).\n`,
      );
      expect(repository.notes()).toEqual([]);
    });
  }

  test("a data directory in use is named, and free again after kill -9 of its holder", async () => {
    using repository = new StandInRepository();
    const first = repository.start();
    await first.ready();
    const begun = repository.notes().length;
    const second = repository.start();
    expect(await second.exit).toBe(1);
    expect(second.said).toBe(`DATA_DIR: ${join(repository.root, ".data")} is in use by another process.\n`);
    expect(repository.notes()).toHaveLength(begun);
    first.child.kill("SIGKILL");
    await first.exit;
    await repository.start().ready();
  });

  test("a data directory that cannot be made is named, and nothing is begun", async () => {
    using repository = new StandInRepository();
    writeFileSync(join(repository.root, "file"), "");
    const launch = repository.start({ DATA_DIR: "file/data" });
    expect(await launch.exit).toBe(1);
    expect(launch.said).toMatch(/^DATA_DIR: .*\/file\/data cannot be written to \(ENOTDIR[^\n]*\)\.\n$/);
    expect(repository.notes()).toEqual([]);
  });

  test.each([
    [{ PORT: "4699", SANDBOX_PORT: "4699" }, "SANDBOX_PORT: 4699 is already the port of PORT; choose another one.\n"],
    [
      { PORT: "4699", SANDBOX_CONTROL_PORT: "4699" },
      "SANDBOX_CONTROL_PORT: 4699 is already the port of PORT; choose another one.\n",
    ],
    [
      { SANDBOX_PORT: "4699", SANDBOX_CONTROL_PORT: "4699" },
      "SANDBOX_CONTROL_PORT: 4699 is already the port of SANDBOX_PORT; choose another one.\n",
    ],
    [{ HOST: "192.0.2.1" }, "HOST: 192.0.2.1 is not an address of this machine (EADDRNOTAVAIL).\n"],
    [{ HOST: "192.0.2.1", PORT: "4699" }, "HOST: 192.0.2.1 is not an address of this machine (EADDRNOTAVAIL).\n"],
  ])("%o is refused by name, and nothing is begun", async (settings, line) => {
    using repository = new StandInRepository();
    const launch = repository.start(settings);
    expect(await launch.exit).toBe(1);
    expect(launch.said).toBe(line);
    expect(repository.notes()).toEqual([]);
  });

  test.skipIf(process.platform !== "linux")(
    "a data directory below /proc is refused, and nothing is begun",
    async () => {
      using repository = new StandInRepository();
      const launch = repository.start({ DATA_DIR: "/proc/x/y" });
      expect(await launch.exit).toBe(1);
      expect(launch.said).toMatch(/^DATA_DIR: \/proc\/x\/y cannot be written to \(ENOENT[^\n]*\)\.\n$/);
      expect(repository.notes()).toEqual([]);
    },
  );

  test("a port that is none is named, and nothing is begun", async () => {
    using repository = new StandInRepository();
    const launch = repository.start({ SANDBOX_CONTROL_PORT: "many" });
    expect(await launch.exit).toBe(1);
    expect(launch.said).toBe('SANDBOX_CONTROL_PORT is "many"; it must be a port number from 0 to 65535.\n');
    expect(repository.notes()).toEqual([]);
  });

  test("with a real service no sandbox starts", async () => {
    using repository = new StandInRepository();
    const launch = repository.start({ SERVICE_BASE_URL: "http://127.0.0.1:9", SERVICE_API_KEY: "live_key" });
    await launch.ready();
    expect(launch.said).toContain("Service   http://127.0.0.1:9\n");
    expect(repository.living()).toEqual(["bff"]);
  });

  test("the sandbox receives nothing that is the bff's alone", async () => {
    using repository = new StandInRepository();
    const secrets = { ADMIN_PASSWORD: "canary-1", SECRET_KEY: "canary-2", DATABASE_URL: "canary-3" };
    await repository.start({ ...secrets, HOST: "0.0.0.0", SANDBOX_SEED: "7" }).ready();
    const [sandbox, bff] = repository.notes().filter((note) => note.includes(" env "));
    expect(sandbox).not.toContain("canary");
    expect(sandbox).toContain('"HOST":"127.0.0.1"');
    expect(sandbox).toContain('"SANDBOX_SEED":"7"');
    expect(bff).toContain('"SERVICE_API_KEY":"test_');
    expect(bff).toContain('"SECRET_KEY":"canary-2"');
  });

  test("the version that is asked for is left to the profile", async () => {
    using repository = new StandInRepository();
    await repository.start({ SANDBOX_SPELLING: "respelled", SERVICE_PROFILE: "profile.json" }).ready();
    const [sandbox, bff] = repository.notes().filter((note) => note.includes(" env "));
    expect(sandbox).toContain('"SANDBOX_SPELLING":"respelled"');
    expect(bff).toContain(`"SERVICE_PROFILE":"${join(repository.root, "profile.json")}"`);
    expect(bff).not.toContain("SERVICE_API_VERSION");
  });
});

describe("npm start with the real servers", () => {
  test.each([
    [{ PUBLIC_URL: "foo" }, "PUBLIC_URL: must be an http or https address"],
    [{ SERVICE_PROFILE: "package.json" }, /^SERVICE_PROFILE: .*package\.json: /],
    [{ CONSOLE_DIR: "docs" }, "CONSOLE_DIR: must be a folder with a built console (index.html)"],
  ])("a start refused for %o leaves nothing behind that the next start trips over", async (wrong, line) => {
    using repository = new StandInRepository();
    const data = join(repository.root, "data");
    const launch = repository.start({ DATA_DIR: data, SANDBOX_SPELLING: "respelled", ...wrong }, repositoryRoot);
    expect(await launch.exit).toBe(1);
    const said = launch.said.split("\n").filter((text) => !/^ {2}(?:console|server) (?:unchanged|built)|^$/.test(text));
    expect(said).toEqual([typeof line === "string" ? line : expect.stringMatching(line)]);
    expect(readdirSync(data).filter((name) => !name.startsWith("start.lock"))).toEqual([]);
  });

  test("serves the console over the sandbox, and leaves nothing behind", async () => {
    using repository = new StandInRepository();
    const launch = repository.start({ DATA_DIR: join(repository.root, "data") }, repositoryRoot);
    await launch.ready();
    const address = /Console {3}(\S+)/.exec(launch.said)?.[1] ?? "";
    const ready = await fetch(`${address}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, expect.objectContaining({ ready: true })]);
    const page = await fetch(address);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, expect.stringMatching(/^text\/html/)]);
    launch.child.kill("SIGTERM");
    expect(await launch.exit).toBe(0);
    await expect(fetch(`${address}/healthz`)).rejects.toThrow("fetch failed");
  });
});

async function takenPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A listening server has a port.");
  return address.port;
}
