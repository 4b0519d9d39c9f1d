import { expect, test } from "vitest";
import { shippedSpellings } from "#/spelling/dialects/find-dialect.ts";
import { testedSeeds } from "#/spelling/dialects/tested-seeds.ts";
import { freedoms, freedomsOfSpelling, leastDrawn } from "./drawn-freedoms.ts";

const seeds = Array.from({ length: 20 }, (_, position) => position + 1);
const having = (freedom: string, among: readonly number[]) =>
  among.filter((seed) => freedomsOfSpelling(`seed:${seed}`).has(freedom));

test("every freedom of a profile is drawn by enough of the tested seeds", () => {
  expect(freedoms.filter((freedom) => having(freedom, testedSeeds).length < leastDrawn(freedom))).toEqual([]);
});

// `-u` writes the page anew.
test("docs/spellings.md says which spelling has which freedom", async () => {
  const everywhere = freedoms.filter(
    (freedom) =>
      shippedSpellings.every((spelling) => freedomsOfSpelling(spelling).has(freedom)) &&
      having(freedom, seeds).length === seeds.length,
  );
  // Whatever has a part or a value of a key has the key.
  const told = freedoms.filter(
    (freedom) =>
      !everywhere.includes(freedom) &&
      !freedoms.some((other) => other.startsWith(`${freedom}/`) || other.startsWith(`${freedom} = `)),
  );
  const rows = told.map((freedom) => {
    const shipped = shippedSpellings.filter((spelling) => freedomsOfSpelling(spelling).has(freedom));
    const drawn = having(freedom, seeds);
    const cells = [
      `\`${freedom}\``,
      shipped.length === shippedSpellings.length ? "all" : shipped.join(", "),
      drawn.length === seeds.length ? "all" : drawn.slice(0, 3).join(" "),
    ];
    return `| ${cells.map((cell) => (cell === "" ? "–" : cell)).join(" | ")} |`;
  });
  const page = `# Spellings

Which spelling of the sandbox uses which freedom of a [profile](profile-reference.md). Made from the JSON Schema of profiles and from the profiles of the spellings; a test keeps it true, and \`vitest --project unit drawn-freedoms -u\` writes it anew. What each spelling is like is in the [README of the sandbox](../apps/sandbox/README.md#spellings).

A freedom is a key of a profile, or a value of it other than the one that is taken where nothing is said. Names that are free (record types, meanings, members) and remarks are none. The ${everywhere.length} keys that every profile has, such as \`operations/path\`, are left out, and so is a key where its parts or values are listed.

Every test run takes these ten drawn spellings through the contract suite and through the console: ${testedSeeds.map((seed) => `\`seed:${seed}\``).join(", ")}. Each key is drawn by at least three of them, and each value by at least one; \`pnpm --filter @dc/sandbox run seeds\` finds such ten again after a freedom was added.

| Freedom | Shipped spellings | First seeds |
| --- | --- | --- |
${rows.join("\n")}
`;
  await expect(page).toMatchFileSnapshot("../../../../docs/spellings.md");
});
