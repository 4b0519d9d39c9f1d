import { numberText, valueAt } from "@dc/api-client";
import { type CheckedKind, type MeaningOf, plainKind, trial } from "./checked-kind.ts";
import { suggestKind } from "./suggest-kind.ts";

export const number = {
  ...plainKind,
  fits: (value) =>
    numberText(value) !== null || (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))),
  suggest: (_, value) => suggestKind(value),
  trials({ min = 0, max = Infinity, whole }, value) {
    const before = Number(numberText(value) ?? min - 1);
    const step = whole || Number.isInteger(before) ? 1 : 0.5;
    const replacement = [before + step, before - step].find((possible) => possible >= min && possible <= max);
    return replacement === undefined ? [] : [trial("another number", replacement)];
  },
  problems({ as, at, whole, min, max }, { pointer, records, values }) {
    const numbers = values.flatMap((value) => (numberText(value) === null ? [] : Number(numberText(value))));
    const fraction = whole ? numbers.find((read) => !Number.isInteger(read)) : undefined;
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
    const raws = records.map(({ raw }) => valueAt(raw, at) ?? null).filter((raw) => raw !== null && raw !== "");
    const written = raws.every((raw) => typeof raw === "string") ? "text" : "number";
    const isMixed = written === "number" && raws.some((raw) => typeof raw === "string");
    return [
      ...(raws.length === 0 || isMixed || written === as
        ? []
        : [
            {
              pointer: `${pointer}/as`,
              message: `is "${as}", but the service writes ${JSON.stringify(raws[0])}: write "${written}"`,
            },
          ]),
      ...(fraction === undefined
        ? []
        : [{ pointer: `${pointer}/whole`, message: `must be false: the service has ${fraction}` }]),
      ...(min !== undefined && least < min
        ? [{ pointer: `${pointer}/min`, message: `must be at most ${least}, which the service has` }]
        : []),
      ...(max !== undefined && most > max
        ? [{ pointer: `${pointer}/max`, message: `must be at least ${most}, which the service has` }]
        : []),
    ];
  },
} as const satisfies CheckedKind<MeaningOf<"number">>;
