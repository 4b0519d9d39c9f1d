import { isJsonArray, isJsonObject, sameJson } from "#/json/json.ts";
import { z } from "zod";
import { keys, plain, scalar } from "#/profile/schema/entries.ts";
import { type EntryProblem, type MeaningKind, plainMeaning } from "./meaning-kind.ts";

const schema = keys({
  kind: z.literal("choice"),
  values: z.array(keys({ value: scalar, words: z.string().trim().min(1).max(80) })).min(1),
  ...plain,
});

type ChoiceMeaning = z.output<typeof schema>;

const one = "one value: a text, a number, true or false";

export const choice = {
  ...plainMeaning,
  schema,
  spelled: () => one,
  written: () => one,
  decode({ values }, raw) {
    if (raw === "" && !values.some(({ value }) => value === "")) return null;
    // A service may have got another value since the profile was written: it is shown as it is spelled.
    if (isJsonArray(raw) || isJsonObject(raw)) return undefined;
    return values.find(({ value }) => sameJson(value, raw))?.value ?? raw;
  },
  encode: (_, value) => (isJsonArray(value) || isJsonObject(value) ? undefined : value),
  problems: (meaning) => meaning.values.flatMap((_, place) => valueProblem(meaning, place) ?? []),
  describe: ({ values }) => ({ choices: values }),
} as const satisfies MeaningKind<ChoiceMeaning>;

function valueProblem({ values, write }: ChoiceMeaning, place: number): EntryProblem | null {
  const listed = values[place];
  if (listed === undefined) return null;
  const { value, words } = listed;
  const before = values.slice(0, place);
  const problem = (key: string, message: string) => ({ keys: ["values", place, key], message });
  if (value === "" && write !== "never")
    return problem("value", "must not be empty, unless it is never written: an empty text is written as no value");
  const like = before.find((earlier) => earlier.value !== value && String(earlier.value) === String(value));
  if (like !== undefined)
    return problem(
      "value",
      `must differ from ${JSON.stringify(like.value)} by more than its type: a form cannot tell them apart`,
    );
  if (before.some((earlier) => earlier.value === value))
    return problem("value", `must not be listed twice: ${JSON.stringify(value)} is there already`);
  return before.some((earlier) => earlier.words.toLowerCase() === words.toLowerCase())
    ? problem("words", `must be words of its own: “${words}” is said of another value already`)
    : null;
}
