import type { LeftOutChange, RecordKey } from "@dc/directory";

/** Who did it, as stored: a person, a token, or the console itself. */
export interface Actor {
  kind: "person" | "token" | "link" | "console";
  id: string;
  name: string;
}

/** Who paused the sending of a change set, or of a connection. */
export interface Pause {
  by: Actor;
  at: string;
}

/** What became of an import when it was taken back. */
export interface TakenBack<Left> {
  by: Actor;
  at: string;
  removed: number;
  restored: number;
  left: number;
  /** The first 100 of what was left. */
  leftItems: Left[];
}

/** A role of a person in a connection. */
export type Role = "viewer" | "editor" | "approver" | "admin";

/** How somebody said that a value is right; `evidence` is that of a change. */
export type VerifiedHow = "phone" | "e-mail" | "letter" | "in person" | "website" | "other" | "evidence" | "share link";

/** What a token may do. */
export type TokenScope = "read" | "stage" | "apply" | "gateway";

/** The outcome for the overrides of the directory that a new one starts from. */
export interface CreationStart {
  from: { id: string; name: string };
  staged: number;
  leftOut: (LeftOutChange & { record: RecordKey })[];
}

/** The service's own text of a failure, as stored. */
export interface ServiceWords {
  status: number | null;
  code: string | null;
  message: string | null;
  requestId: string | null;
  /** Missing where the service listed none, and in what was stored before lists were read. */
  details?: { field: string | null; words: string | null; code: string | null }[] | undefined;
}
