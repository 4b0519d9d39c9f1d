import { actions, actionWords, roles, rolesByAction, scopeByAction } from "@dc/contract";
import { expect, it } from "vitest";
import { z } from "zod";
import { createTestApp } from "#/testing/app.ts";

const Operation = z.looseObject({ summary: z.string(), "x-needs": z.string().optional() });
const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

const mark = (has: boolean) => (has ? "yes" : "–");

// `-u` writes the page anew.
it("docs/roles.md says what the table and the routes say", async () => {
  await using app = await createTestApp();
  const { paths } = Document.parse(await (await app.request("GET", "/api/v1/openapi.json")).json());
  const operations = Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, { summary, "x-needs": needs }]) => ({
        address: `${method.toUpperCase()} ${path.replace("/api/v1", "").replace("/connections/{connection}", "…")}`,
        summary,
        needs: needs ?? "public",
      })),
    )
    .filter(({ address }) => !address.endsWith(" /healthz") && !address.endsWith(" /readyz"));
  const sections = ["public", "account", "link", ...actions].map((action) => {
    const fitting = operations.filter(({ needs }) => needs.replace(/ for all referrers$| by people$/, "") === action);
    const rows = fitting.map(
      ({ address, summary, needs }) =>
        `| \`${address}\` | ${summary}${needs.includes(" for all") ? " (all referrers)" : needs.includes(" by people") ? " (people)" : ""} |`,
    );
    return fitting.length === 0 ? "" : `### ${action}\n\n| Route | Does |\n| --- | --- |\n${rows.join("\n")}\n\n`;
  });
  const page = `# Roles

Made from the table in \`packages/contract/src/people/access.ts\` and from the routes of the server; a test keeps it true, and \`vitest --project bff routes/roles-page -u\` writes it anew.

A person has roles in each connection, and may have several: what they may do is the sum. A role can be limited to some referrers; then nothing else of the connection exists for that person, in no list, count, search, journal, request log or gateway. Routes marked "(all referrers)" touch every referrer, and are refused to a limited role. An administrator is never limited. Routes marked "(people)" refuse tokens whatever their scopes.

A token does what its scopes allow, and never more than its owner may at that moment; it can be limited to some referrers too. Actions without a scope are for people alone.

| Action | ${roles.join(" | ")} | Scope of a token | Means |
| --- | ${roles.map(() => "---").join(" | ")} | --- | --- |
${actions.map((action) => `| \`${action}\` | ${roles.map((role) => mark(rolesByAction[action].includes(role))).join(" | ")} | ${scopeByAction[action] ?? "–"} | ${actionWords[action]} |`).join("\n")}

The scope \`gateway\` reads the gateway for an owner who may \`read\`.

## What each route needs

\`public\` needs nothing, \`account\` a session of whatever role, \`link\` the link of a brief, which opens nothing else. \`…\` stands for \`/connections/{connection}\`; all addresses are below \`/api/v1\`.

${sections.join("").trimEnd()}
`;
  await expect(page).toMatchFileSnapshot("../../../../docs/roles.md");
});
