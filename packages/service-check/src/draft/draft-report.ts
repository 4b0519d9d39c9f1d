import {
  createProfile,
  formatPointer,
  isJsonObject,
  ProfileError,
  withValueAt,
  type Json,
  type JsonObject,
  type ProfileProblem,
} from "@dc/api-client";
import { leaveOpen, type Draft, type DraftLine } from "./draft-lines.ts";

/** A drafted profile, with a reason for each line and a question for each gap. */
export interface DraftReport {
  readonly profile: JsonObject;
  readonly lines: readonly DraftLine[];
  /** Questions about what has no line. */
  readonly questions: readonly string[];
  /** Why the draft is no valid profile yet; empty where it is one. */
  readonly problems: readonly ProfileProblem[];
}

function problemsOf(profile: Json): readonly ProfileProblem[] {
  try {
    createProfile(profile);
    return [];
  } catch (error) {
    if (error instanceof ProfileError) return error.problems;
    throw error;
  }
}

/** The entries that may say where they come from, the inner ones first. */
const entryPatterns = [
  /^\/records\/\w+\/meanings\/\w+(?=\/)/,
  /^\/records\/\w+(?=\/)/,
  /^\/(headers|operations)\/\w+(?=\/)/,
  /^\/answers\/\w+\/\w+(?=\/)/,
  /^\/(credential|indexes|errors|units)(?=\/)/,
];

function entryOf(pointer: string): string | null {
  return entryPatterns.map((pattern) => pattern.exec(pointer)?.[0]).find((entry) => entry !== undefined) ?? null;
}

/** Completes a draft: each entry says where it comes from and what to ask; only a document makes one documented. */
export function reportOf(draft: Draft, source: "document" | "recordings"): DraftReport {
  leaveOpen(draft);
  let profile: Json = draft.profile;
  for (const [entry, lines] of Map.groupBy(draft.lines, ({ pointer }) => entryOf(pointer))) {
    if (entry === null) continue;
    const questions = [...new Set(lines.flatMap(({ question }) => question ?? []))];
    const status = source === "document" && questions.length === 0 ? "documented" : "assumed";
    const reasons = [...new Set(lines.map(({ reason }) => reason))].slice(0, 3);
    const note = [...reasons.map((reason) => `${reason}.`), ...questions.map((text) => `Question: ${text}`)].join(" ");
    profile = withValueAt(withValueAt(profile, `${entry}/status`, status), `${entry}/note`, note);
  }
  if (!isJsonObject(profile)) throw new TypeError("a draft is an object");
  return { profile, lines: draft.lines, questions: draft.questions, problems: problemsOf(profile) };
}

/** Every place of the draft with its value, its reason and its question; a place that was written twice counts once. */
export function everyLine({ lines }: Pick<DraftReport, "lines">): readonly DraftLine[] {
  const last = new Map(lines.map((line) => [line.pointer, line]));
  return [...last.values()].flatMap(leavesOfLine);
}

function leavesOfLine(line: DraftLine): readonly DraftLine[] {
  if (!isJsonObject(line.value)) return [line];
  return Object.entries(line.value).flatMap(([key, value]) =>
    leavesOfLine({ ...line, value, pointer: line.pointer + formatPointer([key]) }),
  );
}
