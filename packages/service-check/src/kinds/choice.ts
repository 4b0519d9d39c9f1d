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
    const scalars = [...unknown].filter((value) => typeof value !== "object");
    const place = meaning.values.findIndex(({ value }) => scalars.some((read) => String(read) === String(value)));
    const spelled = meaning.values[place]?.value;
    if (spelled !== undefined) {
      const read = JSON.stringify(scalars.find((value) => String(value) === String(spelled)));
      const message = `is ${JSON.stringify(spelled)}, of another type than the ${read} that the service has: write ${read}, and the others alike`;
      return [{ pointer: `${pointer}/values/${String(place)}/value`, message }];
    }
    const listed = [...unknown].slice(0, 5).map((value) => JSON.stringify(value));
    const message = `lacks ${listed.join(", ")}, which the service has: add each as { "value": ${listed[0] ?? ""}, "words": "…" }`;
    return [{ pointer: `${pointer}/values`, message }];
  },
} as const satisfies CheckedKind<MeaningOf<"choice">>;
