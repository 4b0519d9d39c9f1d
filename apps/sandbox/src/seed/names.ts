import type { NameFacts } from "./facts.ts";
import { createRandom } from "./random.ts";

const suffixes = ["MD", "DO", "NP", "PhD", "Jr., MD", "III", "FACS"];

interface OrdinaryName {
  readonly given: string;
  readonly family: string;
}

/** Legal names in parts that clients often handle wrongly. Each occurs among the first practitioners, and occasionally later. */
const oddNames: readonly ((ordinary: OrdinaryName) => Partial<NameFacts>)[] = [
  () => ({ given: undefined, suffix: undefined }),
  () => ({ given: null, suffix: "MD" }),
  () => ({ given: "", suffix: "" }),
  () => ({ given: "\u200fنور الهدى\u200f", family: "الحدّاد", suffix: null }),
  ({ given }) => ({ given: `${given} 🩺`, suffix: "👩‍⚕️" }),
  ({ family }) => ({ family: `${family}${"-von-und-zu-Hohenlohe".repeat(12)}` }),
  ({ family }) => ({ family: `<b>${family}</b>`, suffix: "{suffix}" }),
  ({ given, family }) => ({ given: `${given}, ${given}`, family: `  ${family}  `, suffix: " (retired)" }),
  ({ given, family }) => ({ given: given.normalize("NFD"), family: family.normalize("NFD") }),
  () => ({ given: "=1+1", suffix: undefined }),
];

/** Among the first practitioners every fourth has an odd name. */
const everyNth = 4;
/** A later practitioner has a given odd name with this chance. */
const oneIn = 80;

/** The name of a practitioner in parts, drawn from a generator of its own, so that the other values stay the same. */
export function seedName(key: number, ordinal: number, { given, family }: OrdinaryName): NameFacts {
  const random = createRandom(key, "name in parts", ordinal);
  const suffix = random.chance(0.4) ? random.pick(suffixes) : random.chance(0.5) ? undefined : null;
  const isFirst = ordinal < oddNames.length * everyNth;
  const roll = random.below(oddNames.length * oneIn);
  const odd = isFirst ? (ordinal % everyNth === 1 ? Math.floor(ordinal / everyNth) : -1) : roll;
  return { given, family, suffix, ...oddNames[odd]?.({ given, family }) };
}
