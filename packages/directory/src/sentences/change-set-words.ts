import type { Operation } from "#/ledger/operation.ts";
import { type FieldKind, kindOf } from "#/kinds/kinds.ts";
import type { FieldKey } from "#/records/field.ts";
import { fieldLabel } from "./field-words.ts";
import { capitalise } from "./span.ts";

/** Changes of a set that are alike, and how many they are. */
export interface AlikeChanges {
  recordType: string;
  /** Null for a record that is created or deleted. */
  field: FieldKey | null;
  /** The field inside a sentence, where the profile names it. */
  label?: string | null;
  kind: FieldKind | null;
  op: Operation["op"];
  /** Whether a list is set or returned whole, rather than one of its elements. */
  isWhole: boolean;
  /** Whether a set holds plans of the catalogue. */
  holdsPlans: boolean;
  count: number;
}

/** Whom a set is about: the practitioner of each record, or the record itself where it has none. */
export interface Subjects {
  /** The name of the one that was staged first; null where it has none yet. */
  first: string | null;
  /** The type of that record. */
  firstType: string;
  count: number;
}

/** How a change set is called and counted: "Ngọzi Eze: phone, 2 plans", and "phone, 2 plans". */
export interface ChangeSetWords {
  name: string;
  contents: string;
}

/** The kinds that are counted by name; what is left is counted together. */
const mostNouns = 4;

/** The words for a change set, from its content alone. */
export function changeSetWords(changes: readonly AlikeChanges[], subjects: Subjects): ChangeSetWords {
  const total = changes.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return { name: "Empty draft", contents: "no changes" };
  const counted = Map.groupBy(changes, (change) => {
    const { rank, singular } = nounOf(change);
    return `${rank} ${singular}`;
  });
  const nouns = [...counted.values()]
    .flatMap((alike) => {
      const [first] = alike;
      const count = alike.reduce((sum, group) => sum + group.count, 0);
      return first === undefined ? [] : [{ ...nounOf(first), count }];
    })
    .toSorted((a, b) => a.rank - b.rank || compareText(a.singular, b.singular));
  const shown = nouns.length > mostNouns ? nouns.slice(0, mostNouns - 1) : nouns;
  const rest = nouns.slice(shown.length).reduce((sum, { count }) => sum + count, 0);
  const contents = [...shown.map(countedNoun), ...(rest === 0 ? [] : [`${rest} more`])].join(", ");
  return { name: `${subjectText(subjects)}: ${contents}`, contents };
}

interface Noun {
  singular: string;
  plural: string;
  /** Where the kind stands among the others. */
  rank: number;
  /** True where one is counted too, as in "1 language spoken". */
  countsOne?: true;
}

function nounOf({ recordType, field, label: named, kind, op, isWhole, holdsPlans }: AlikeChanges): Noun {
  if (field === null) {
    const type = fieldLabel(recordType);
    const did = op === "delete" ? "deleted" : "new";
    return { singular: `${did} ${type}`, plural: `${did} ${plural(type)}`, rank: op === "delete" ? 1 : 0 };
  }
  const of = kindOf(kind ?? "json");
  if (of.shape === "keyed") return isWhole ? noun(`${of.noun} list`, 3) : noun(of.noun, 2);
  const isSet = of.shape === "members";
  if (isSet && holdsPlans) return isWhole ? noun("plan list", 5) : noun("plan", 4);
  const label = named ?? fieldLabel(field);
  if (isSet && !isWhole) {
    const singularLabel = singular(label);
    return {
      singular: singularLabel,
      plural: singularLabel === label ? plural(label) : label,
      rank: 6,
      countsOne: true,
    };
  }
  if (field.startsWith("/")) return noun("other field", 8);
  return noun(isSet ? `${label} list` : label, 7);
}

function noun(singular: string, rank: number): Noun {
  return { singular, plural: plural(singular), rank };
}

function countedNoun({ singular, plural, count, countsOne }: Noun & { count: number }): string {
  if (count === 1) return countsOne === true ? `1 ${singular}` : singular;
  return `${count} ${plural}`;
}

function subjectText({ first, firstType, count }: Subjects): string {
  const name = first ?? `${capitalise(fieldLabel(firstType))} without a name`;
  if (count <= 1) return name;
  return `${name} and ${count - 1} ${count === 2 ? "other" : "others"}`;
}

/** One of what a set's label names: "language spoken" of "languages spoken", "business hour" of "business hours". */
function singular(label: string): string {
  const plurals = label.match(/\b\w{3,}s\b/g) ?? [];
  const many = plurals.find((word) => !/(?:ss|us|is)$/.test(word));
  return many === undefined ? label : label.replace(many, singularWord(many));
}

function singularWord(many: string): string {
  if (/\w{3,}ies$/.test(many)) return `${many.slice(0, -3)}y`;
  return many.slice(0, /(?:ss|us|x|ch|sh)es$/.test(many) ? -2 : -1);
}

/** The plural of an English noun, by its ending; what ends in a single s is taken for one. */
function plural(word: string): string {
  if (/[^aeiou]y$/i.test(word)) return `${word.slice(0, -1)}ies`;
  if (/(?:ss|us|x|z|ch|sh)$/i.test(word)) return `${word}es`;
  return /s$/i.test(word) ? word : `${word}s`;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
