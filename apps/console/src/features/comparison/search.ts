import { oneOf } from "#/ui/page/use-url-state.ts";
import { verdictOrder, type VerdictName } from "#/marks/verdict.tsx";

export interface ComparisonSearch {
  /** Another directory; null for the standard index. */
  against: string | null;
  view: "fields" | "sentences" | "raw";
  /** The verdicts to show; `same` depends on `onlyChanged` too. */
  verdicts: ReadonlySet<VerdictName>;
  onlyChanged: boolean;
  /** What the rows are searched for: all of them, whatever the filters hide. Empty when nothing is. */
  q: string;
  /** The record whose JSON is shown. */
  record: string | null;
  lines: "side" | "unified";
  data: "effective" | "returned";
  /** The id of the selected row. */
  at: string | null;
}

export function comparisonSearch(params: URLSearchParams): ComparisonSearch {
  const off = new Set(params.getAll("off"));
  return {
    against: params.get("against"),
    view: oneOf(params.get("view"), ["fields", "sentences", "raw"]),
    verdicts: new Set(verdictOrder.filter((verdict) => !off.has(verdict))),
    onlyChanged: params.get("all") === null,
    q: params.get("q") ?? "",
    record: params.get("record"),
    lines: oneOf(params.get("lines"), ["side", "unified"]),
    data: oneOf(params.get("data"), ["effective", "returned"]),
    at: params.get("at"),
  };
}
