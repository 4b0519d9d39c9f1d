import {
  decodeId,
  holdsOne,
  isJsonArray,
  isJsonObject,
  numberText,
  type ProfileProblem,
  wordType,
} from "@dc/api-client";
import { isBare, looksLikeId } from "#/suggestions/answer-members.ts";
import { idRoundTripProblem } from "#/suggestions/element-round-trip.ts";
import { type CheckedKind, type MeaningOf, plainKind, type ReadValues, trial } from "./checked-kind.ts";
import { idShape, unchangedTrial } from "./id-shape.ts";

export const set = {
  ...plainKind,
  nothing: [],
  fits: (value) =>
    isJsonArray(value) && !value.some((entry) => numberText(entry) !== null || typeof entry === "boolean"),
  isLikely: ({ value }, score) =>
    score >= 0.4 || (isJsonArray(value) && value.some((entry) => isJsonObject(entry) || looksLikeId(entry))),
  suggest({ of }, value, others) {
    if (isJsonArray(value)) return idShape([value, ...others].filter(isJsonArray).flat(), of, true);
    if (isJsonObject(value) && Object.values(value).some(isJsonArray))
      return `"at" a list; this is an object with ${Object.keys(value).join(", ")}`;
    return isJsonObject(value) || isBare(value)
      ? idShape([value, ...others], of, false)
      : '"at" a list; this is not a list';
  },
  async trials(meaning, value, { otherId }) {
    const { of } = meaning;
    const ids = isJsonArray(value) ? value.filter((id) => typeof id === "string") : [];
    // A service may take no other words than it knows, so none are made up.
    const [element, it] = of === wordType ? ["one word", "the word"] : ["one id", "the id"];
    const added = await otherId(of, ids);
    if (added !== null && holdsOne(meaning)) return [trial("another id", [added], "element")];
    if (added !== null)
      return [
        trial("an id more", [...ids, added], "element"),
        ...(ids.length > 0 ? [trial(`${element} less`, [...ids.slice(1), added])] : []),
      ];
    if (ids.length > 1) return [trial(`${element} less`, ids.slice(1)), trial(`${it} again`, ids, "element")];
    return ids.length === 1 ? [unchangedTrial(ids)] : [];
  },
  problems: (meaning, read) =>
    [idRoundTripProblem(meaning, read.pointer, read.records), typeProblem(meaning, read)].filter(
      (problem) => problem !== null,
    ),
  roundTrip: idRoundTripProblem,
  elementKey: ({ shape }, element) => decodeId(element, shape),
} as const satisfies CheckedKind<MeaningOf<"set">>;

/** A set whose ids are those of another record type. */
function typeProblem({ of }: MeaningOf<"set">, { profile, pointer, values }: ReadValues): ProfileProblem | null {
  const { recordTypes } = profile;
  const ids = values.flatMap((value) => (isJsonArray(value) ? value.filter((id) => typeof id === "string") : []));
  const startLike = (type: string) => {
    const prefix = profile.idPrefixOf(type);
    return prefix !== "" && ids.length > 0 && ids.every((id) => id.startsWith(prefix));
  };
  const isKnown = recordTypes.includes(of);
  if (isKnown && (profile.idPrefixOf(of) === "" || startLike(of))) return null;
  // Types may share a prefix; one that a reference leads to is not what a set without a type contains.
  const referenced = recordTypes.flatMap((type) => profile.meanings(type).flatMap(({ refersTo }) => refersTo ?? []));
  const isLikely = (type: string) => of === wordType || isKnown || (type !== "schedule" && !referenced.includes(type));
  const fitting = recordTypes.find((type) => isLikely(type) && startLike(type));
  if (fitting === undefined) return null;
  const what = isKnown || of === wordType ? ", but" : ", which is not a record type of this profile, and";
  const message = `is "${of}"${what} its ids start like those of "${fitting}": write "${fitting}", or they are shown without names`;
  return { pointer: `${pointer}/of`, message };
}
