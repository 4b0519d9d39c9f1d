import { freedoms, freedomsOfSpelling, leastDrawn } from "./drawn-freedoms.ts";

// Chooses ten of the first 600 seeds so that each freedom of a profile that any of them draws is drawn often enough:
// first the seed that brings most, then exchanges as long as one helps. Prints them, with what is still drawn too seldom.

const wanted = 10;
const drawn = Array.from({ length: 600 }, (_, position) => ({
  seed: position + 1,
  says: freedomsOfSpelling(`seed:${position + 1}`),
}));
const possible = freedoms.filter((freedom) => drawn.some(({ says }) => says.has(freedom)));
type Drawn = (typeof drawn)[number];

const timesIn = (chosen: readonly Drawn[], freedom: string): number =>
  chosen.filter(({ says }) => says.has(freedom)).length;
const lackOf = (chosen: readonly Drawn[]): number =>
  possible.reduce((sum, freedom) => sum + 3 ** Math.max(0, leastDrawn(freedom) - timesIn(chosen, freedom)) - 1, 0);
const bestOf = (choices: readonly (readonly Drawn[])[]): readonly Drawn[] =>
  choices.reduce((best, choice) => (lackOf(choice) < lackOf(best) ? choice : best));

let chosen: readonly Drawn[] = [];
while (chosen.length < wanted) chosen = bestOf(drawn.map((candidate) => [...chosen, candidate]));
for (let before = Infinity; lackOf(chosen) > 0 && lackOf(chosen) < before;) {
  before = lackOf(chosen);
  for (const leaving of chosen) {
    const others = chosen.filter((kept) => kept !== leaving);
    chosen = bestOf([
      chosen,
      ...drawn.filter((candidate) => !chosen.includes(candidate)).map((candidate) => [...others, candidate]),
    ]);
  }
}
console.log(
  chosen
    .map(({ seed }) => seed)
    .toSorted((a, b) => a - b)
    .join(", "),
);
for (const freedom of possible.filter((rare) => timesIn(chosen, rare) < leastDrawn(rare)))
  console.log(`${freedom}: ${timesIn(chosen, freedom)}`);
