import type { ProfileInForce } from "@dc/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { storeUnsavedInput, readUnsavedInput } from "#/ui/form/unsaved-input.ts";
import { profileDraft, type ProfileDraft } from "./profile-draft.ts";
import { textOf } from "./profile-text.ts";

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
