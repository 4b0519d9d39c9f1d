import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

it("a log line hides what is secret, and a line break in it cannot begin another line", () => {
  const script = `
    const { createLog } = await import(${JSON.stringify(new URL("./log.ts", import.meta.url).href)});
    createLog("info").info({
      path: "/a\\n{\\"level\\":60}",
      headers: { authorization: "Basic canary", cookie: "canary" },
      input: { password: "canary", setUpToken: "canary" },
      secret: "canary",
    }, "request");`;
  const { stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(stdout).toBe("");
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(JSON.parse(stderr)).toMatchObject({ path: '/a\n{"level":60}', msg: "request" });
  expect(stderr).not.toContain("canary");
});
