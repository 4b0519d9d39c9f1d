import type { Change, ChangeState } from "./change.ts";

/** `in W`: part of what the directory should say. `preview`: shown dashed beside it. `out`: neither. */
export type Standing = "in W" | "preview" | "out";

/** Where a change of this state stands. An approved one is still within its five seconds, so not yet in W. */
export function standingOf(state: ChangeState): Standing {
  switch (state) {
    case "sending":
    case "applied":
    case "held":
    case "unknown":
    case "deferred":
      return "in W";
    case "draft":
    case "in review":
    case "approved":
      return "preview";
    case "failed":
    case "rejected":
    case "withdrawn":
    case "reverted":
      return "out";
  }
}

/** The changes that take part in W, in the order of approval. */
export function liveChanges<C extends Change>(changes: readonly C[]): C[] {
  return changes
    .filter((change) => standingOf(change.state) === "in W")
    .sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || compareText(a.id, b.id));
}

/** The changes shown as preview: approved ones first in their order, then drafts as they were given. */
export function previewChanges<C extends Change>(changes: readonly C[]): C[] {
  const staged = changes.filter((change) => standingOf(change.state) === "preview");
  const approved = staged.filter((change) => change.order !== null);
  const drafts = staged.filter((change) => change.order === null);
  return [...approved.sort((a, b) => (a.order ?? 0) - (b.order ?? 0)), ...drafts];
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
