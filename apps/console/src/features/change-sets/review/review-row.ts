import type { ReviewNode } from "@dc/contract";

/** A row of a review: the head of a group, a line, or one change of an opened line. */
export interface ReviewRow {
  id: string;
  as: "group" | "line" | "change";
  node: ReviewNode;
  isOpen: boolean;
}

/** Lines below the heads of their groups, and the changes of those that are open below them. */
export function rowsOf(
  nodes: readonly ReviewNode[],
  level: "group" | "line" | "change",
  changesOf: (line: string) => readonly ReviewNode[] | undefined,
): ReviewRow[] {
  if (level === "group") return nodes.map((node) => ({ id: node.key, as: "group", node, isOpen: false }));
  let group: string | null = null;
  return nodes.flatMap((node): ReviewRow[] => {
    const head: ReviewRow[] = node.group.key === group ? [] : [{ id: node.group.key, as: "group", node, isOpen: true }];
    group = node.group.key;
    const opened = changesOf(node.key);
    const line: ReviewRow = { id: node.key, as: "line", node, isOpen: opened !== undefined };
    const changes = (opened ?? []).map((of): ReviewRow => ({ id: of.key, as: "change", node: of, isOpen: false }));
    return [...head, line, ...changes];
  });
}

type Counted = ReviewNode["group"];

/** Which changes of a node are counted: all of them, those that have not ended, and what the reader may or may not approve. */
const counted = {
  all: ({ changes }: Counted) => changes,
  open: ({ verdicts }: Counted) => verdicts.reduce((sum, { changes }) => sum + changes, 0),
  approvable: ({ approvable }: Counted) => approvable,
  own: ({ own }: Counted) => own,
};

/** How many changes the rows of these ids stand for, each once: those that can be decided about, if not others. */
export function countChosen(
  rows: readonly ReviewRow[],
  ids: ReadonlySet<string>,
  of: keyof typeof counted = "open",
): number {
  const countOf = counted[of];
  return outermost(rows, ids).reduce((sum, row) => sum + countOf(row.as === "group" ? row.node.group : row.node), 0);
}

/** The rows of these ids that stand in no other of them: a ticked group stands for its lines, a line for its changes. */
function outermost(rows: readonly ReviewRow[], ids: ReadonlySet<string>): ReviewRow[] {
  let line: ReviewRow | null = null;
  return rows.filter((row) => {
    if (row.as === "line") line = row;
    const isWithin = row.as === "line" && ids.has(row.node.group.key);
    const isInLine = row.as === "change" && line !== null && (ids.has(line.id) || ids.has(line.node.group.key));
    return ids.has(row.id) && !isWithin && !isInLine;
  });
}

/** The keys of rows as an act names them, none that stands in another. What is not among the rows is named as it is. */
export function choiceOf(
  rows: readonly ReviewRow[],
  ids: ReadonlySet<string>,
): { changeIds?: string[]; nodes?: string[] } {
  const shown = new Set(rows.map(({ id }) => id));
  const named = [...outermost(rows, ids).map(({ id }) => id), ...[...ids].filter((id) => !shown.has(id))];
  const { true: changeIds, false: nodes } = Object.groupBy(new Set(named), (id) =>
    id.startsWith("chg_") ? "true" : "false",
  );
  return { ...(changeIds === undefined ? {} : { changeIds }), ...(nodes === undefined ? {} : { nodes }) };
}
