import { type DiffEntry, diffJson } from "./diff-json.ts";
import type { Json } from "./json.ts";

/** One step of a JSON Patch (RFC 6902); its positions count in what the steps before it left. */
export type PatchStep = { op: "add" | "replace"; path: string; value: Json } | { op: "remove"; path: string };

/** The JSON Patch that makes the second value of the first. */
export function jsonPatch(from: Json, to: Json): PatchStep[] {
  const byParent = Map.groupBy(diffJson(from, to), ({ pointer }) => pointer.slice(0, pointer.lastIndexOf("/")));
  // What lies deeper is named by positions of before, so it comes first; in one list, removals go from its end.
  const parents = [...byParent].toSorted(([a], [b]) => depthOf(b) - depthOf(a));
  return parents.flatMap(([, entries]) => {
    const of = (op: DiffEntry["op"]) => entries.filter((entry) => entry.op === op);
    return [...of("replace"), ...of("remove").toSorted((a, b) => lastStep(b) - lastStep(a)), ...of("add")].map(stepOf);
  });
}

const depthOf = (pointer: string) => pointer.split("/").length;

const lastStep = ({ pointer }: DiffEntry) => Number(pointer.slice(pointer.lastIndexOf("/") + 1)) || 0;

function stepOf(entry: DiffEntry): PatchStep {
  return entry.op === "remove"
    ? { op: "remove", path: entry.pointer }
    : { op: entry.op, path: entry.pointer, value: entry.to };
}
