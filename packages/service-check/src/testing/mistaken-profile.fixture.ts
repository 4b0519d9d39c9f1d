import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Json } from "@dc/api-client";
import { afterAll } from "vitest";
import { profileCheckCommand } from "#/cli/profile-check-command.ts";
import { aService, clock, key } from "./service.fixture.ts";

/** The value with another one at a pointer; undefined takes the key away. */
export function edited(from: Json, pointer: string, value: Json | undefined): Json {
  const [name = "", ...rest] = pointer.slice(1).split("/");
  if (typeof from !== "object" || from === null || Array.isArray(from)) throw new TypeError(`nothing at ${pointer}`);
  const inner = rest.length === 0 ? value : edited(from[name] ?? {}, `/${rest.join("/")}`, value);
  const others = Object.entries(from).filter(([key]) => key !== name);
  return Object.fromEntries(inner === undefined ? others : [...others, [name, inner]]);
}

/** The line that begins with the pointer, with the one below it. */
export function lineAt(said: string, pointer: string): string {
  const lines = said.split("\n").map((line) => line.trim());
  const at = lines.findIndex((line) => line === pointer || line.startsWith(`${pointer}  `));
  return at < 0 ? said : `${lines[at] ?? ""} ${lines[at + 1] ?? ""}`;
}

/** A service of one spelling with its right profile, and `pnpm profile:check` of any text against it. */
export function checkedService(spelling: string) {
  const service = aService({ spelling });
  const schedules = service.sandbox.samples.rosterOf(12).trim().split("\n").slice(1, 25);
  const right: Json = service.sandbox.profile({ writes: true });
  const directory = mkdtempSync(join(tmpdir(), "profile-mistakes-"));

  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  async function check(
    text: string,
    more: readonly string[] = ["--schedule", schedules.join(",")],
  ): Promise<{ code: number; said: string }> {
    const file = join(directory, "profile.json");
    writeFileSync(file, text);
    let said = "";
    const keep = (words: string) => (said += words);
    const { transport } = service;
    const code = await profileCheckCommand([file, "--base-url", "http://service.test", "--api-key", key, ...more], {
      environment: {},
      out: keep,
      err: keep,
      transport,
      clock,
    });
    return { code, said };
  }
  return { service, schedules, right, check };
}
