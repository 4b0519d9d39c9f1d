import { type CheckedKind, type MeaningOf, plainKind, trial } from "./checked-kind.ts";
import { isScalar, suggestKind } from "./suggest-kind.ts";

export const choice = {
  ...plainKind,
  fits: isScalar,
  suggest: (_, value) => suggestKind(value),
  // A service that refuses another value has other ones than the profile says.
  trials: (meaning, value) =>
    meaning.values
      .filter((listed) => listed.value !== value)
      .slice(0, 2)
      .map((listed) => trial(`“${listed.words}”`, listed.value)),
  problems(meaning, { pointer, values }) {
    const unknown = new Set(values.filter((value) => !meaning.values.some((listed) => listed.value === value)));
    if (unknown.size === 0) return [];
    const spelled = meaning.values.findIndex((listed) =>
      [...unknown].some((value) => String(value) === String(listed.value)),
    );
    const of = meaning.values[spelled];
    if (of !== undefined) {
      const value = [...unknown].find((read) => String(read) === String(of.value));
      const message = `is ${JSON.stringify(of.value)}, of another type than the ${JSON.stringify(value)} that the service has: write ${JSON.stringify(value)}, and the others alike`;
      return [{ pointer: `${pointer}/values/${String(spelled)}/value`, message }];
    }
    const listed = [...unknown].slice(0, 5).map((value) => JSON.stringify(value));
    const message = `lacks ${listed.join(", ")}, which the service has: add each as { "value": ${listed[0] ?? ""}, "words": "…" }`;
    return [{ pointer: `${pointer}/values`, message }];
  },
} as const satisfies CheckedKind<MeaningOf<"choice">>;
