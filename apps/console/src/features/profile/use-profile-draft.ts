import type { ProfileInForce } from "@dc/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { storeUnsavedInput, readUnsavedInput } from "#/ui/form/unsaved-input.ts";
import { textOf } from "./profile-text.ts";

/** A typed profile that is neither saved nor discarded. */
interface ProfileDraft {
  text: string;
  /** The newest revision when the typing began; saving is refused if there is a newer one. */
  begunWith: number;
  why: string;
  /** When the typing began. */
  since: Date;
}

/** The key of the unsaved input. */
const profileDraft = "profile";

/** The text in the editor: the draft if there is one, else the profile in force. */
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
    /** Accepts a newer revision as known, so that this text may replace it. */
    beginWith: (revision: number) => draft !== null && put({ ...draft, begunWith: revision }),
    /** What was typed while this text was saved goes on from what is in force now. */
    leaveSaved:
      (text: string) =>
      ({ revision }: ProfileInForce) => {
        const left = readUnsavedInput<ProfileDraft>(client, profileDraft);
        if (left !== null) put(left.text === text ? null : { ...left, begunWith: revision });
      },
    /** Also restores an earlier draft. */
    put,
    /** The draft as of now, for what comes later than the screen that asked for it. */
    latest: () => readUnsavedInput<ProfileDraft>(client, profileDraft),
  };
}
