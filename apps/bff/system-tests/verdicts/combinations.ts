import type { Policy } from "@dc/contract";
import type { OverrideOperation, Value } from "./letters.ts";

/** null: it stays as it is. */
export type Move = { to: Value } | null;

export interface AskedOverride {
  /** What becomes of it: a draft, held, sent and read back, or sent with a lost reply (`arrived`: the service took it). */
  how: "draft" | "held" | "sent" | "lost" | "arrived";
  /**
   * `before` everything moves; `after` it; `across`: staged before and applied after; `seen`: staged after, by somebody
   * who was shown the base value from before.
   */
  when: "before" | "across" | "after" | "seen";
  op: OverrideOperation;
  to: Value;
  policy: Policy;
}

/** One row of the tables: where a value begins, and what happens to it, in this order. */
export interface Combination {
  start: Value;
  override: AskedOverride | null;
  base: Move;
  outside: Move;
  /** Read for the first time only after all of this. */
  isLate: boolean;
  decision: "keep ours" | "accept" | null;
  /** What moves after that. */
  later: { base: Move; outside: Move };
}

const stays = null;
const to = (value: Value): Move => ({ to: value });
const nothing: Pick<Combination, "override" | "isLate" | "decision" | "later"> = {
  override: null,
  isLate: false,
  decision: null,
  later: { base: stays, outside: stays },
};
const decisions = [null, "keep ours", "accept"] as const;

function product<A, B>(left: readonly A[], right: readonly B[]): [A, B][] {
  return left.flatMap((one) => right.map((other): [A, B] => [one, other]));
}

const override = (
  how: AskedOverride["how"],
  when: AskedOverride["when"],
  value: Value,
  more: Partial<AskedOverride> = {},
): AskedOverride => ({ how, when, op: "set", to: value, policy: "pin", ...more });

/**
 * Values of a text: a is where it begins, w is ours, b and c are others. What was sent is a write on any service, so that
 * only a copy takes every combination of it; without a decision, only a copy has no baseline.
 */
export function textCombinations({ isObserved, isCopy }: { isObserved: boolean; isCopy: boolean }): Combination[] {
  const start = "a";
  const found: Combination[] = [];
  for (const [base, outside] of product(
    [stays, to("b"), to(""), to(undefined)],
    [stays, to("b"), to("c"), to(""), to(undefined)],
  ))
    found.push({ ...nothing, start, base, outside });
  if (isObserved)
    for (const [[from, base], outside] of product(product(["", undefined], [stays, to("b"), to(""), to(undefined)]), [
      stays,
      to("c"),
    ]))
      found.push({ ...nothing, start: from, base, outside });
  for (const [[base, outside], decision] of product(
    product([stays, to("b")], [stays, to("c"), to("b")]),
    isObserved || isCopy ? decisions : [],
  ))
    for (const later of isObserved ? [stays, to("a"), to("d")] : [stays])
      found.push({ ...nothing, start, base, outside, decision, later: { base: later, outside: stays } });
  for (const [base, outside] of product([stays, to("b")], [stays, to("b"), to("c")]))
    found.push({ ...nothing, start, base, outside, isLate: true });
  for (const how of ["held", "sent"] as const) {
    if (!isCopy && !isObserved) continue;
    const isAll = isObserved && (isCopy || how === "held");
    const few = isAll ? [stays, to("b"), to("w")] : [stays, to("b")];
    for (const [base, outside] of product(
      few,
      isAll ? [stays, to("c"), to("w"), to("b")] : isObserved ? [stays, to("c")] : [stays],
    ))
      for (const when of ["before", "after"] as const)
        found.push({ ...nothing, start, base, outside, override: override(how, when, "w") });
    if (!isObserved) continue;
    for (const base of [stays, to("b"), to("w")])
      found.push({ ...nothing, start, base, outside: stays, override: override(how, "across", "w") });
    for (const base of [stays, to(""), to(undefined)])
      found.push({ ...nothing, start, base, outside: stays, override: override(how, "before", "") });
    for (const [base, outside] of product([stays, to("b")], [stays, to("c")])) {
      const pinned = override(how, "before", start, { op: "pinValue" });
      found.push({ ...nothing, start, base, outside, override: pinned });
    }
    for (const outside of [stays, to("c")])
      found.push({ ...nothing, start, base: to("b"), outside, override: override(how, "seen", "w") });
    if (!isAll) continue;
    const again = override(how, "after", start);
    found.push({ ...nothing, start, base: stays, outside: to("c"), override: again });
    for (const outside of [stays, to("c")]) {
      const taken = override(how, "after", "b", { op: "takeBase" });
      found.push({ ...nothing, start, base: to("b"), outside, override: taken });
      const followed = override(how, "before", "w", { policy: "follow" });
      found.push({ ...nothing, start, base: to("b"), outside, override: followed });
    }
    for (const later of [
      { base: to("b"), outside: stays },
      { base: stays, outside: to("c") },
      { base: to("w"), outside: stays },
    ])
      found.push({ ...nothing, start, base: stays, outside: stays, override: override(how, "before", "w"), later });
  }
  if (!isObserved) return found;
  for (const [how, [base, outside]] of product(
    ["lost", "arrived"] as const,
    product([stays, to("b"), to("w")], [stays, to("c")]),
  ))
    found.push({ ...nothing, start, base, outside, override: override(how, "before", "w") });
  for (const [base, outside] of product([stays, to("b")], [stays, to("c")]))
    found.push({ ...nothing, start, base, outside, override: override("draft", "before", "w") });
  return found;
}

/** What happens to a list as a whole: several elements in one record share this. */
export type ListGroup = "unwritten" | "written outside" | "held" | "held, unwritten" | "sent" | "lost" | "arrived";

const inOrOut = ["in", undefined] as const;
const other = (value: Value): Value => (value === undefined ? "in" : undefined);

/** Every combination for a member of a set, with membership as the value. */
export function memberCombinations(group: ListGroup): Combination[] {
  const anyMove = (start: Value) => [stays, to(other(start))];
  const found: Combination[] = [];
  for (const start of inOrOut) {
    for (const base of anyMove(start)) {
      const isWritten = group !== "unwritten" && group !== "held, unwritten";
      for (const outside of isWritten ? anyMove(start) : [stays]) {
        const one = { ...nothing, start, base, outside };
        switch (group) {
          case "unwritten":
            for (const later of anyMove(start)) found.push({ ...one, later: { base: later, outside: stays } });
            break;
          case "written outside":
            for (const [decision, back] of product(decisions, [stays, to(start)]))
              found.push({ ...one, decision, later: { base: back, outside: stays } });
            break;
          case "held, unwritten":
            found.push({ ...one, later: { base: to(start), outside: to(other(start)) } });
            found.push({ ...one, later: { base: to(start), outside: base } });
            found.push({ ...one, override: override("held", "before", other(start)) });
            break;
          case "held":
          case "sent":
            found.push(one);
            for (const [value, when] of product(inOrOut, ["before", "after"] as const))
              found.push({ ...one, override: override(group, when, value) });
            break;
          case "lost":
          case "arrived":
            found.push(one, { ...one, override: override(group, "before", other(start)) });
            break;
        }
      }
    }
  }
  return found;
}

/** Every combination for an entry of phones: n is where it begins, w is ours, b and c are others, undefined is no entry. */
export function phoneCombinations(group: ListGroup): Combination[] {
  const found: Combination[] = [];
  const bases = [stays, to("b"), to(undefined)];
  const outsides = [stays, to("c"), to("b"), to(undefined)];
  for (const base of group === "held" || group === "sent" ? [...bases, to("w")] : bases) {
    for (const outside of group === "unwritten" || group === "held, unwritten" ? [stays] : outsides) {
      const one = { ...nothing, start: "n", base, outside };
      switch (group) {
        case "unwritten":
          for (const later of [stays, to("n"), to("c")]) found.push({ ...one, later: { base: later, outside: stays } });
          break;
        case "written outside":
          for (const decision of decisions) found.push({ ...one, decision });
          break;
        case "held":
        case "sent":
          for (const [value, when] of product(["w", undefined], ["before", "after"] as const))
            found.push({ ...one, override: override(group, when, value) });
          break;
        case "held, unwritten":
        case "lost":
        case "arrived":
          found.push(one);
          for (const value of ["w", undefined])
            found.push({ ...one, override: override(group === "held, unwritten" ? "held" : group, "before", value) });
          break;
      }
    }
  }
  if (group === "written outside")
    for (const [[base, outside], decision] of product(product([stays, to("b")], [stays, to("c"), to("b")]), decisions))
      found.push({ ...nothing, start: undefined, base, outside, decision });
  return found;
}
