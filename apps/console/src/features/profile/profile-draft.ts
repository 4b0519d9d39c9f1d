/** A text that differs from the profile in force, from the first change to it until it is saved or discarded. */
export interface ProfileDraft {
  text: string;
  /** The newest revision when the editing began; whoever saves must have begun with it. */
  begunWith: number;
  why: string;
  /** When it began to differ. */
  since: Date;
}

/** Where it is kept while one is elsewhere in the console. */
export const profileDraft = "profile";
