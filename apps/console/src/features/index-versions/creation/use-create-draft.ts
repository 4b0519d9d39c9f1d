import type { IndexVersion } from "@dc/contract";
import { noReferrer, type TypedReferrer } from "#/referrer-choice/typed-referrer.ts";
import { useUnsavedInput } from "#/ui/form/unsaved-input.ts";

/** What is typed into the form that creates an index version. */
export interface CreateDraft {
  referrer: TypedReferrer;
  /** Null until it is typed; until then the referrer's name is proposed. */
  name: string | null;
  /** Null until it is typed; until then the address may ask for the sample roster. */
  roster: string | null;
  start: "standard" | "overrides";
  from: IndexVersion | null;
  takesRoster: boolean;
  notes: string;
  /** When the typing began; null while nothing is typed. */
  since: Date | null;
}

const empty: CreateDraft = {
  referrer: noReferrer,
  name: null,
  roster: null,
  start: "standard",
  from: null,
  takesRoster: true,
  notes: "",
  since: null,
};

const isEmpty = ({ referrer, name, roster, start, notes }: CreateDraft) =>
  `${referrer.name}${referrer.practitionerId}${name ?? ""}${roster ?? ""}${notes}`.trim() === "" &&
  start === "standard";

/** The unsaved form, kept while other screens are open. */
export function useCreateDraft() {
  const [draft, put] = useUnsavedInput<CreateDraft>("new index version", empty, isEmpty);
  return {
    draft,
    type: (part: Partial<CreateDraft>) => {
      const next = { ...draft, ...part };
      put({ ...next, since: isEmpty(next) ? null : (draft.since ?? new Date()) });
    },
    clear: () => put(empty),
    /** Also restores an earlier draft. */
    put,
  };
}
