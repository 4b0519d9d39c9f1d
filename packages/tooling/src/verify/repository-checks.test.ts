import { expect, test } from "vitest";
import { frozenFaults, hashOf } from "#/verify/frozen-migrations.ts";
import { relativeLinks } from "#/verify/documentation-links.ts";
import { loosePins } from "#/verify/pinned-versions.ts";
import { registryLines } from "#/verify/registry-addresses.ts";
import { secretsIn } from "#/verify/secrets.ts";

test("only relative links count, without their fragments, and none in code", () => {
  const text = [
    "[a](docs/a.md) ![b](./pictures/b%20c.png) [c](../c.md#part)",
    "[web](https://example.org/x) [mail](mailto:a@example.org) [part](#part)",
    "`[code](x.md)`",
    "```",
    "[block](y.md)",
    "```",
    '<img src="docs/d.png">',
  ].join("\n");
  expect(relativeLinks(text)).toEqual(["docs/a.md", "./pictures/b c.png", "../c.md", "docs/d.png"]);
});

test("a version is exact or a package of the workspace", () => {
  const manifest = {
    dependencies: { a: "1.2.3", b: "^1.2.3", c: "workspace:*" },
    devDependencies: { d: "1.0.0-beta.17", e: "latest" },
  };
  expect(loosePins(JSON.stringify(manifest))).toEqual(['dependencies.b is "^1.2.3"', 'devDependencies.e is "latest"']);
});

test("an address or a token of a package registry is found by its line", () => {
  // Written in pieces, so that the check does not find this file itself.
  const text = ["fine", `registry${"="}https://packages.example/`, `//packages.example/:_auth${"Token"}=x`].join("\n");
  expect(registryLines(text)).toEqual([2, 3]);
});

test("a secret is found by its line, and masked", async () => {
  const secret = `ghp_${"Q7tZ4m2xK9LpW3rBv6YcN8sHd5JfG1aT0eUo"}`;
  expect(await secretsIn("a.ts", "const id = 1;\n")).toEqual([]);
  const [found = ""] = await secretsIn("a.ts", `fine\nTOKEN=${secret}\n`);
  expect(found).toMatch(/^a\.ts:2 /);
  expect(found).not.toContain(secret);
});

test("a migration that has landed and was edited, renamed or left out of the list is reported", () => {
  const list = ["0001-a: one\n", "0002-b: two\n", "0003-c: three\n"]
    .map((row) => row.split(": "))
    .map(([name, text = ""]) => `"${name}": { up: a, frozen: "${hashOf(text)}" },`)
    .join("\n");
  const files = new Map([
    ["0001-a", "one\r\n"],
    ["0002-b", "two, edited\n"],
    ["0004-c", "three\n"],
  ]);
  expect(frozenFaults(list, files)).toEqual([
    "0002-b was edited: what has landed stays as it is, a change is a migration of its own",
    "0003-c is gone: what has landed is never renamed or removed",
    `0004-c is not in migrate.ts with frozen: "${hashOf("three\n")}"`,
  ]);
});
