import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repositoryRoot } from "#/verify/repository.ts";

// Each file is linted at its path in the repository, with the repository's own configuration.
const FORBIDDEN: readonly (readonly [file: string, specifier: string])[] = [
  ["packages/directory/src/a.ts", "@dc/contract"],
  ["packages/directory/src/a.ts", "node:fs"],
  ["packages/directory/src/a.ts", "zod"],
  ["packages/directory/src/ledger/a.ts", "@dc/contract"],
  ["packages/directory/src/a.test.ts", "@dc/contract"],
  ["packages/directory/src/testing/a.ts", "@dc/contract"],
  ["packages/contract/src/a.ts", "@dc/api-client"],
  ["packages/contract/src/a.ts", "@dc/bff/app"],
  ["packages/api-client/src/transport/a.ts", "@dc/directory"],
  ["packages/api-client/src/a.test.ts", "@dc/sandbox/app"],
  ["packages/api-client/src/a.ts", "@dc/service-check"],
  ["packages/api-client/src/json/a.ts", "#/profile/profile.ts"],
  ["packages/api-client/src/json/a.ts", "@dc/directory"],
  ["packages/api-client/src/resources/a.ts", "@dc/directory/exact-number"],
  ["packages/api-client/src/errors/a.ts", "#/transport/transport.ts"],
  ["packages/api-client/src/profile/validate/a.ts", "#/transport/exchange.ts"],
  ["packages/api-client/src/profile/a.ts", "@dc/directory"],
  ["packages/api-client/src/profile/kinds/kinds.ts", "@dc/directory"],
  ["packages/api-client/src/transport/a.ts", "#/writes/outcome.ts"],
  ["packages/api-client/src/writes/a.ts", "#/resources/records.ts"],
  ["packages/api-document/src/a.ts", "@dc/contract"],
  ["packages/service-check/src/service/a.ts", "@dc/directory"],
  ["packages/service-check/src/service/a.ts", "#/contract-suite/check.ts"],
  ["packages/service-check/src/suggestions/a.ts", "#/profile-check/check-profile.ts"],
  ["packages/service-check/src/kinds/a.ts", "#/contract-suite/check.ts"],
  ["packages/service-check/src/contract-suite/a.ts", "#/profile-check/check-profile.ts"],
  ["packages/service-check/src/draft/a.ts", "#/service/probe.ts"],
  ["packages/service-check/src/profile-check/a.ts", "#/contract-suite/check.ts"],
  ["packages/service-check/src/profile-check/a.ts", "#/cli/command-line.ts"],
  ["packages/service-check/src/profile-check/a.ts", "@dc/directory"],
  ["packages/service-check/src/cli/a.ts", "@dc/sandbox/app"],
  ["packages/service-check/src/cli/a.ts", "@dc/api-client/json"],
  ["packages/service-check/src/cli/a.test.ts", "@dc/bff/app"],
  ["apps/sandbox/src/a.ts", "@dc/api-client"],
  ["apps/sandbox/src/json/a.ts", "#/seed/facts.ts"],
  ["apps/sandbox/src/seed/a.ts", "#/spelling/spelling.ts"],
  ["apps/sandbox/src/faults/a.ts", "#/control/request-body.ts"],
  ["apps/sandbox/src/settings/a.ts", "#/app.ts"],
  ["apps/sandbox/src/spelling/dialects/a.ts", "#/store/base.ts"],
  ["apps/sandbox/src/spelling/a.ts", "@dc/api-client"],
  ["apps/sandbox/src/profile/a.ts", "#/store/base.ts"],
  ["apps/sandbox/src/store/a.ts", "#/routes/patients.ts"],
  ["apps/sandbox/src/routes/a.ts", "#/app.ts"],
  ["apps/sandbox/src/routes/a.ts", "#/http/service.ts"],
  ["apps/sandbox/src/http/a.ts", "#/control/control.ts"],
  ["apps/sandbox/src/http/a.ts", "#/profile/profile.ts"],
  ["apps/sandbox/src/control/a.ts", "#/app.ts"],
  ["apps/sandbox/src/documentation/a.ts", "#/profile/profile.ts"],
  ["apps/sandbox/src/documentation/a.ts", "#/http/service.ts"],
  ["apps/sandbox/src/a.test.ts", "@dc/bff/app"],
  ["apps/sandbox/src/store/a.test.ts", "@dc/bff/app"],
  ["apps/bff/src/a.ts", "@dc/sandbox/app"],
  ["apps/bff/src/routes/a.ts", "@dc/api-client"],
  ["apps/bff/src/routes/a.ts", "#/server/start.ts"],
  ["apps/bff/src/routes/a.ts", "#/operations/changes/internal/copy-queued.ts"],
  ["apps/bff/src/operations/plans/a.ts", "#/operations/changes/internal/copy-queued.ts"],
  ["apps/bff/src/background-work.ts", "#/operations/changes/internal/copy-queued.ts"],
  ["apps/bff/src/views/a.ts", "#/operations/changes/stage.ts"],
  ["apps/bff/src/sending/a.ts", "#/views/describe-changes.ts"],
  ["apps/bff/src/routes/a.ts", "#/store/tables/roster.ts"],
  ["apps/bff/src/routes/a.ts", "#/ledger/with-ledger.ts"],
  ["apps/bff/src/routes/a.ts", "#/upstream/records/to-domain.ts"],
  ["apps/bff/src/http/a.ts", "#/operations/roster/list.ts"],
  ["apps/bff/src/operations/roster/a.ts", "#/routes/roster.ts"],
  ["apps/bff/src/operations/roster/a.ts", "#/store/ledger-writes/changes.ts"],
  ["apps/bff/src/operations/roster/a.ts", "#/reactions.ts"],
  ["apps/bff/src/sending/a.ts", "#/operations/roster/list.ts"],
  ["apps/bff/src/sending/a.ts", "#/store/ledger-writes/overrides.ts"],
  ["apps/bff/src/ledger/a.ts", "#/sending/lease.ts"],
  ["apps/bff/src/records/a.ts", "#/ledger/with-ledger.ts"],
  ["apps/bff/src/context/a.ts", "#/gateway/create-overlay.ts"],
  ["apps/bff/src/gateway/a.ts", "#/operations/roster/list.ts"],
  ["apps/bff/src/request-log/a.ts", "#/context/deps.ts"],
  ["apps/bff/src/sign-in/a.ts", "#/context/deps.ts"],
  ["apps/bff/src/runtime/a.ts", "#/store/engine/database.ts"],
  ["apps/bff/src/a.ts", "#/store/ledger-writes/known-values.ts"],
  ["apps/bff/src/operations/roster/a.ts", "@dc/api-client"],
  ["apps/bff/src/store/a.ts", "#/operations/roster/add.ts"],
  ["apps/bff/src/store/a.ts", "#/upstream/records/to-domain.ts"],
  ["apps/bff/src/store/a.ts", "@dc/contract"],
  ["apps/bff/src/upstream/a.ts", "#/store/roster.ts"],
  ["apps/bff/src/upstream/a.ts", "@dc/contract"],
  ["apps/bff/src/a.test.ts", "@dc/console"],
  ["apps/console/src/main.tsx", "@dc/bff/app"],
  ["apps/console/src/app/a.tsx", "@dc/api-client"],
  ["apps/console/src/routes/a.tsx", "#/app/router.tsx"],
  ["apps/console/src/features/roster/a.tsx", "#/features/plans/plan-list.tsx"],
  ["apps/console/src/features/roster/a.tsx", "#/features/roster/queries.ts"],
  ["apps/console/src/features/roster/a.tsx", "#/app/router.tsx"],
  ["apps/console/src/features/practitioners/phones/a.tsx", "#/features/roster/queries.ts"],
  ["apps/console/src/changes/a.tsx", "#/features/roster/queries.ts"],
  ["apps/console/src/record/a.tsx", "#/changes/mutations.ts"],
  ["apps/console/src/kinds/a.tsx", "#/changes/mutations.ts"],
  ["apps/console/src/connection/a.ts", "#/features/session/queries.ts"],
  ["apps/console/src/index-choice/a.tsx", "#/features/roster/queries.ts"],
  ["apps/console/src/json/a.tsx", "#/changes/mutations.ts"],
  ["apps/console/src/page-visits/a.tsx", "#/features/session/queries.ts"],
  ["apps/console/src/plan-choice/a.tsx", "#/app/router.tsx"],
  ["apps/console/src/sheet-file/a.tsx", "#/features/roster/queries.ts"],
  ["apps/console/src/referrer-choice/a.tsx", "#/features/tokens/token-limits.tsx"],
  ["apps/console/src/commands/a.ts", "#/features/session/queries.ts"],
  ["apps/console/src/commands/a.ts", "#/connection/session-query.ts"],
  ["apps/console/src/commands/a.ts", "#/kinds/kinds.ts"],
  ["apps/console/src/marks/a.tsx", "#/paths.ts"],
  ["apps/console/src/features/roster/a.tsx", "#/routes/roster.tsx"],
  ["apps/console/src/features/roster/a.tsx", "@dc/bff/app"],
  ["apps/console/src/api/a.ts", "#/features/roster/queries.ts"],
  ["apps/console/src/ui/table/a.tsx", "@dc/directory"],
  ["apps/console/src/ui/table/a.tsx", "#/api/bff.ts"],
  ["apps/console/src/ui/table/a.tsx", "#/marks/verdict.tsx"],
  ["apps/console/src/ui/table/a.test.tsx", "#/api/bff.ts"],
  ["apps/console/src/marks/a.tsx", "#/api/bff.ts"],
  ["apps/console/src/marks/a.tsx", "@dc/contract"],
  ["apps/console/src/features/roster/a.test.tsx", "@dc/sandbox/app"],
  ["packages/tooling/src/a.ts", "@dc/contract"],
  ["packages/tooling/src/bench/a.ts", "@dc/console"],
];

const ALLOWED: readonly (readonly [file: string, specifier: string])[] = [
  ["packages/directory/src/a.ts", "libphonenumber-js/min"],
  ["packages/directory/src/a.ts", "./b.ts"],
  ["packages/directory/src/a.ts", "#/ledger/b.ts"],
  ["packages/directory/src/testing/a.ts", "fast-check"],
  ["packages/directory/src/a.test.ts", "fast-check"],
  ["packages/contract/src/a.ts", "@dc/directory"],
  ["packages/api-client/src/json/a.ts", "@dc/directory/parse-json"],
  ["packages/api-client/src/resources/a.ts", "#/writes/send-once.ts"],
  ["packages/api-client/src/writes/a.ts", "#/transport/exchange.ts"],
  ["packages/service-check/src/cli/a.ts", "@dc/api-client"],
  ["packages/service-check/src/cli/a.ts", "@dc/directory"],
  ["packages/service-check/src/profile-check/a.ts", "#/suggestions/candidate-members.ts"],
  ["packages/service-check/src/profile-check/a.test.ts", "#/contract-suite/run-contract-suite.ts"],
  ["packages/service-check/src/cli/a.test.ts", "@dc/sandbox/app"],
  ["apps/sandbox/src/store/a.ts", "#/spelling/messages.ts"],
  ["apps/sandbox/src/spelling/dialects/a.ts", "#/settings/setting-error.ts"],
  ["apps/sandbox/src/routes/a.ts", "#/store/indices.ts"],
  ["apps/sandbox/src/http/a.ts", "#/routes/handler.ts"],
  ["apps/sandbox/src/settings/a.ts", "#/faults/deviations.ts"],
  ["apps/sandbox/src/a.test.ts", "@dc/api-client"],
  ["apps/sandbox/src/store/a.test.ts", "#/app.ts"],
  ["apps/bff/src/a.ts", "@dc/contract"],
  ["apps/bff/src/routes/a.ts", "#/operations/roster/add.ts"],
  ["apps/bff/src/operations/roster/a.ts", "#/store/tables/roster.ts"],
  ["apps/bff/src/operations/roster/a.ts", "#/ledger/with-ledger.ts"],
  ["apps/bff/src/ledger/a.ts", "#/store/ledger-writes/changes.ts"],
  ["apps/bff/src/sending/a.ts", "#/ledger/with-ledger.ts"],
  ["apps/bff/src/context/a.ts", "#/request-log/request-log.ts"],
  ["apps/bff/src/gateway/a.ts", "@dc/api-client"],
  ["apps/bff/src/operations/roster/a.ts", "@dc/contract"],
  ["apps/bff/src/upstream/a.ts", "@dc/api-client"],
  ["apps/bff/src/upstream/a.ts", "@dc/service-check"],
  ["apps/bff/src/a.test.ts", "@dc/sandbox/app"],
  ["apps/console/src/routes/a.tsx", "#/features/roster/roster.tsx"],
  ["apps/console/src/routes/a.tsx", "#/paths.ts"],
  ["apps/console/src/features/roster/a.tsx", "./queries.ts"],
  ["apps/console/src/features/roster/a.tsx", "#/paths.ts"],
  ["apps/console/src/features/roster/a.tsx", "#/changes/mutations.ts"],
  ["apps/console/src/features/roster/a.tsx", "#/marks/verdict.tsx"],
  ["apps/console/src/features/practitioners/phones/a.tsx", "#/features/practitioners/editor/text-row.tsx"],
  ["apps/console/src/changes/a.tsx", "#/record/field-row.ts"],
  ["apps/console/src/features/roster/a.test.tsx", "@dc/bff/app"],
  ["apps/console/src/features/roster/a.test.tsx", "@dc/contract"],
  ["apps/console/src/features/roster/a.tsx", "@dc/contract/limits"],
  ["apps/console/src/api/a.ts", "@dc/contract/limits"],
  ["apps/console/src/marks/a.tsx", "#/ui/display/mark.tsx"],
  ["apps/console/src/ui/table/a.tsx", "#/ui/display/mark.tsx"],
  ["apps/console/src/ui/table/a.test.tsx", "#/testing/render-ui.tsx"],
];

/** Folders that may import the contract only for its types. */
const TYPES_OF_CONTRACT = [
  "app",
  "routes",
  "features/roster",
  "features/practitioners",
  "changes",
  "record",
  "api",
].map((room) => `apps/console/src/${room}`);

/** What gives a refused request its words: those of its own are forbidden, others are handed on. */
const OWN_WORDS = ['"No."', "`No: ${why}.`", 'why ?? "No."', "why ? `No.` : why"];
const OTHER_WORDS = ["why", "`${why} ${why}`"];

/** What names a kind of value: all of it is forbidden, but in the modules of the kinds, and what branches on a shape. */
const NAMED_KINDS = [
  'field.kind === "phones"',
  '["text", "word"].includes(kind)',
  '(() => { switch (kind) { case "set": return true; default: return false; } })()',
];
const UNNAMED_KINDS = ['shape === "keyed"', 'kind === "json"', 'given === "set"'];

const WITHOUT_TYPE_CYCLES = [
  "packages/contract/src",
  "apps/console/src/record",
  "apps/console/src/ui/table",
  "apps/sandbox/src/store",
];

let folder = "";
let restricted = new Set<string>();

beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), "boundaries-")), "repository");
  for (const config of ["oxlint.config.ts", "packages/tooling/lint-rules.mjs"]) {
    mkdirSync(dirname(join(folder, config)), { recursive: true });
    copyFileSync(join(repositoryRoot, config), join(folder, config));
  }
  // The names of the kinds come from the directory.
  symlinkSync(join(repositoryRoot, "packages/tooling/node_modules"), join(folder, "..", "node_modules"));
  for (const [index, [file, specifier]] of [...FORBIDDEN, ...ALLOWED].entries()) {
    write(numbered(file, index), `import { thing } from "${specifier}";\nexport const other = thing;\n`);
  }
  write("packages/directory/src/one.ts", `import { two } from "./two.ts";\nexport const one = (): unknown => two;\n`);
  write("packages/directory/src/two.ts", `import { one } from "./one.ts";\nexport const two = (): unknown => one;\n`);
  for (const room of TYPES_OF_CONTRACT) {
    write(`${room}/schemas.ts`, `import { Session } from "@dc/contract";\nexport const other = Session;\n`);
    write(`${room}/types.ts`, `import type { Session } from "@dc/contract";\nexport type Other = Session;\n`);
  }
  write("apps/console/src/features/roster/lazy.ts", `import { lazy } from "react";\nexport const part = lazy;\n`);
  for (const part of WITHOUT_TYPE_CYCLES) {
    write(`${part}/one.ts`, `import type { Two } from "./two.ts";\nexport type One = { two: Two };\n`);
    write(`${part}/two.ts`, `import type { One } from "./one.ts";\nexport type Two = { one: One | null };\n`);
  }
  for (const [index, words] of [...OWN_WORDS, ...OTHER_WORDS].entries())
    write(
      `apps/bff/src/words${index}.ts`,
      `export const refuse = (why: string) => new OperationError("conflict", ${words});\n`,
    );
  for (const [index, named] of [...NAMED_KINDS, ...UNNAMED_KINDS].entries())
    for (const room of ["src", "src/kinds"]) write(`apps/bff/${room}/kind${index}.ts`, `export const is = ${named};\n`);
  write("apps/bff/src/operations/roster/parent.ts", `export { thing } from "../plans/import.ts";\n`);
  restricted = new Set(lint().map(({ code, filename }) => `${code} ${filename.replaceAll("\\", "/")}`));
});

afterAll(() => rmSync(dirname(folder), { recursive: true, force: true }));

describe("a boundary fires", () => {
  test.each(FORBIDDEN.map(([file, specifier], index) => ({ file, specifier, at: numbered(file, index) })))(
    "when $file imports $specifier",
    ({ at }) => expect(restricted).toContain(`eslint(no-restricted-imports) ${at}`),
  );

  test.each(TYPES_OF_CONTRACT)("when a file of %s imports a schema of the contract", (room) => {
    expect(restricted).toContain(`eslint(no-restricted-imports) ${room}/schemas.ts`);
  });

  test("when a part of a page would be loaded without saying where that fails", () => {
    expect(restricted).toContain("eslint(no-restricted-imports) apps/console/src/features/roster/lazy.ts");
  });

  test("when two files import each other", () => {
    expect(restricted).toContain("import(no-cycle) packages/directory/src/one.ts");
  });

  test.each(WITHOUT_TYPE_CYCLES)("when two files of %s import each other's types", (part) => {
    expect(restricted).toContain(`import(no-cycle) ${part}/one.ts`);
  });

  test.each(OWN_WORDS.map((words, index) => ({ words, index })))("when a refused request says $words", ({ index }) => {
    expect(restricted).toContain(`directory-console(no-own-words-in-problems) apps/bff/src/words${index}.ts`);
  });

  test.each(NAMED_KINDS.map((named, index) => ({ named, index })))("when a kind is named: $named", ({ index }) => {
    expect(restricted).toContain(`directory-console(no-kind-names) apps/bff/src/kind${index}.ts`);
    expect(restricted).not.toContain(`directory-console(no-kind-names) apps/bff/src/kinds/kind${index}.ts`);
  });

  test("when a file imports from a folder above its own", () => {
    expect(restricted).toContain("import(no-relative-parent-imports) apps/bff/src/operations/roster/parent.ts");
  });
});

describe("a boundary is silent", () => {
  test.each(OTHER_WORDS.map((words, index) => ({ words, index: OWN_WORDS.length + index })))(
    "when a refused request says $words",
    ({ index }) =>
      expect(restricted).not.toContain(`directory-console(no-own-words-in-problems) apps/bff/src/words${index}.ts`),
  );

  test.each(UNNAMED_KINDS.map((named, index) => ({ named, index: NAMED_KINDS.length + index })))(
    "when no kind is named: $named",
    ({ index }) => expect(restricted).not.toContain(`directory-console(no-kind-names) apps/bff/src/kind${index}.ts`),
  );

  test.each(TYPES_OF_CONTRACT)("when a file of %s imports a type of the contract", (room) => {
    expect(restricted).not.toContain(`eslint(no-restricted-imports) ${room}/types.ts`);
  });

  test.each(
    ALLOWED.map(([file, specifier], index) => ({ file, specifier, at: numbered(file, FORBIDDEN.length + index) })),
  )("when $file imports $specifier", ({ at }) =>
    expect(restricted).not.toContain(`eslint(no-restricted-imports) ${at}`),
  );
});

function numbered(file: string, index: number): string {
  return file.endsWith("/main.tsx") ? file : file.replace(/a(?=\.(?:test\.)?tsx?$)/, `a${index}`);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function lint(): { code: string; filename: string }[] {
  try {
    execFileSync(join(repositoryRoot, "node_modules/.bin/oxlint"), ["--format", "json"], { cwd: folder });
  } catch (error) {
    if (error instanceof Error && "stdout" in error) return diagnostics(String(error.stdout));
    throw error;
  }
  return [];
}

function diagnostics(output: string): { code: string; filename: string }[] {
  return [...output.matchAll(/"code":\s*"([^"]+)"[^]*?"filename":\s*"([^"]+)"/g)].map(
    ([, code = "", filename = ""]) => ({
      code,
      filename,
    }),
  );
}
