import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { z } from "zod";

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

it("a log line has no character that ends a line elsewhere, commands a terminal or turns the writing direction", () => {
  const odd = ["\u2028", "\u2029", "\u0085", "\u009b31m", "\u001b[2J", "\u007f", "\u202e", "\u2066", "\ufeff"];
  const script = `
    const { createLog } = await import(${JSON.stringify(new URL("./log.ts", import.meta.url).href)});
    for (const odd of ${JSON.stringify(odd)})
      createLog("info").info({ path: "a" + odd + "b", err: new Error(odd) }, odd);`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(stderr).toMatch(/^[\n\x20-\x7e]*$/);
  const told = z.array(z.object({ path: z.string(), msg: z.string() })).parse(
    stderr
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line)),
  );
  expect(told).toEqual(odd.map((one) => ({ path: `a${one}b`, msg: one })));
});
