import { isJsonObject } from "#/json/json.ts";
import { trimInvisible } from "#/values/invisible-signs.ts";
import { plainValue, type ValueKind, type ValueLimits } from "./value-kind.ts";

export const choice = {
  ...plainValue,
  isOf: (value) => !Array.isArray(value) && !isJsonObject(value),
  isPossible: (value, { choices }) => choices === null || choices.some((listed) => listed.value === value),
  possible: ({ choices }) => choicesText(choices ?? []),
  typed: (typed, { choices }) =>
    trimInvisible(typed) === ""
      ? null
      : (choices?.find(({ value }) => String(value) === typed)?.value ?? trimInvisible(typed)),
  words: (value, { choices }) => choices?.find((listed) => listed.value === value)?.words ?? null,
  told: "beside its name",
} as const satisfies ValueKind;

/** The values with their words where these say something else: `"f" (female) or "m" (male)`. */
function choicesText(choices: NonNullable<ValueLimits["choices"]>): string {
  const listed = choices.map(({ value, words }) =>
    String(value) === words ? JSON.stringify(value) : `${JSON.stringify(value)} (${words})`,
  );
  const last = listed.at(-1) ?? "nothing";
  return listed.length < 2 ? last : `${listed.slice(0, -1).join(", ")} or ${last}`;
}
