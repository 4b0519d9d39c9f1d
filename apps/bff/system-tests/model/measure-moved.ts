import { movedGround } from "@dc/directory";
import { createRandom } from "#system-tests/random.ts";

// How often a set is stopped at apply because what its author saw moved: five people change parts that are chosen at
// random, each one set after the other, while base moves 2 % a month. A set of 60 is staged in one day and one of 500 in
// five; each is reviewed for three days. Once blindly, and once leaving alone what a colleague has staged.

const PEOPLE = 5;
const YEARS = 20;
const MOVED_A_DAY = 0.02 / 30;
const DAYS = 250 * YEARS;
const REVIEW_DAYS = 3;

interface Part {
  base: string;
  index: string;
}

interface StagedChange {
  part: Part;
  wanted: string;
  base: string;
  index: string;
}

interface Draft {
  since: number;
  changes: Map<Part, StagedChange>;
}

/** So many parts are tried for one that no colleague has staged. */
const TRIES = 50;

function measure(parts: number, size: number, isBlind: boolean) {
  const random = createRandom(1);
  const all = Array.from({ length: parts }, (_, at): Part => ({ base: `${at}`, index: `${at}` }));
  const stagingDays = size > 100 ? 5 : 1;
  const drafts = Array.from({ length: PEOPLE }, (_, at): Draft => ({ since: at, changes: new Map() }));
  const figures = { sets: 0, stopped: 0, moved: 0, base: 0, most: 0 };
  for (let day = 0; day < DAYS; day += 1) {
    for (const part of all) if (random.chance(MOVED_A_DAY)) part.base = random.text(8);
    for (const draft of drafts) {
      const age = day - draft.since;
      if (age >= 0 && age < stagingDays)
        while (draft.changes.size < (size * (age + 1)) / stagingDays) {
          let part = random.pick(all);
          for (let tries = 0; !isBlind && tries < TRIES && drafts.some(({ changes }) => changes.has(part)); tries += 1)
            part = random.pick(all);
          if (!draft.changes.has(part)) draft.changes.set(part, { part, wanted: random.text(8), ...part });
        }
      if (age < stagingDays + REVIEW_DAYS - 1) continue;
      const moves = [...draft.changes.values()].map((change) => ({ change, moved: movedOf(change) }));
      const moved = moves.filter(({ moved: { base, effective } }) => base || effective);
      figures.sets += 1;
      figures.moved += moved.length;
      figures.base += moved.filter((one) => one.moved.base).length;
      figures.stopped += Math.sign(moved.length);
      figures.most = Math.max(figures.most, moved.length);
      for (const { change } of moves) change.part.index = change.wanted;
      Object.assign(draft, { since: day + 1, changes: new Map() });
    }
  }
  return figures;
}

/** What the index says was written by us and read back. */
function movedOf({ part, wanted, base, index }: StagedChange) {
  const [seen, now] = [{ value: index }, { value: part.index }];
  return movedGround({
    kind: "text",
    operation: { op: "set", value: wanted },
    region: "US",
    ground: { base: { value: base }, index: seen, effective: seen, shown: [] },
    now: { base: { value: part.base }, index: now, effective: now },
    wentLive: [],
    isIndexOurs: true,
    followsBase: false,
    isGone: false,
  });
}

console.log("parts  changes a set  parts chosen     stopped at apply  moved in a stopped set  by base  at most");
for (const parts of [2_000, 8_000])
  for (const size of [60, 500])
    for (const isBlind of [true, false]) {
      const { sets, stopped, moved, base, most } = measure(parts, size, isBlind);
      const percent = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(0)} %`;
      console.log(
        [
          String(parts).padStart(5),
          String(size).padStart(13),
          (isBlind ? "at random" : "nobody’s draft").padEnd(14),
          `${percent(stopped, sets)} of ${sets}`.padStart(17),
          (moved / Math.max(1, stopped)).toFixed(1).padStart(22),
          percent(base, moved).padStart(7),
          String(most).padStart(7),
        ].join("  "),
      );
    }
