import type { ProfileInForce } from "@dc/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { storeUnsavedInput, readUnsavedInput } from "#/ui/form/unsaved-input.ts";
import { textOf } from "./profile-text.ts";

/** A text that differs from the profile in force, from the first change to it until it is saved or discarded. */
interface ProfileDraft {
  text: string;
  /** The newest revision when the editing began; whoever saves must have begun with it. */
  begunWith: number;
  why: string;
  /** When it began to differ. */
  since: Date;
}

/** Where it is kept while one is elsewhere in the console. */
const profileDraft = "profile";

/** The text in the editor: what is in force, or what was made of it, wherever one was meanwhile. */
export function useProfileDraft(inForce: ProfileInForce) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => readUnsavedInput<ProfileDraft>(client, profileDraft));
  const now = useMemo(() => textOf(inForce.content), [inForce.content]);
  const put = (next: ProfileDraft | null) => {
    storeUnsavedInput(client, profileDraft, next);
    setDraft(next);
  };
  const begun = () => draft ?? { text: now, begunWith: inForce.revision, why: "", since: new Date() };
  return {
    draft,
    text: draft?.text ?? now,
    why: draft?.why ?? "",
    begunWith: draft?.begunWith ?? inForce.revision,
    type: (text: string) => put(text === now ? null : { ...begun(), text }),
    sayWhy: (why: string) => draft !== null && put({ ...draft, why }),
    /** Takes the newest revision as known, so that saving puts this text over it. */
    beginWith: (revision: number) => draft !== null && put({ ...draft, begunWith: revision }),
    /** Also puts back what was there before. */
    put,
  };
}
