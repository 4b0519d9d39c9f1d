import {
  equalReadings,
  type FieldInput,
  type Operation,
  proposePin,
  proposeReset,
  proposeTakeBase,
  type Reading,
  recordKey,
  shapeOf,
} from "@dc/directory";
import type { Deps } from "#/context/deps.ts";
import { OperationError, operationError } from "#/runtime/errors.ts";
import { refreshComparisons } from "#/records/refresh-comparisons.ts";
import type { AskedChange, CheckedChange } from "./check-change.ts";
import { describeCurrentValue, refuseMoved } from "#/operations/changes/refuse-moved.ts";

type Return = Extract<Operation, { op: "reset" | "takeBase" | "pinValue" }>;

const proposals = { reset: proposeReset, takeBase: proposeTakeBase, pinValue: proposePin } as const;

/**
 * Gives every reset, take base and pin the current base value. Refuses impossible ones (R1, R3, R9) and those whose author saw
 * or named another base value. Changes that restore an earlier value keep it.
 */
export async function proposeReturns<Asked extends AskedChange>(
  deps: Deps,
  indexId: string,
  changes: readonly Shaped<Asked>[],
): Promise<Shaped<Asked>[]> {
  const returns = changes.filter(({ asked, checked }) => asked.restores !== true && isReturn(checked.operation));
  if (returns.length === 0) return [...changes];
  const compared = await refreshComparisons(deps, {
    indexId,
    againstId: deps.service.profile.standardIndex,
    records: [...new Map(returns.map(({ asked }) => [recordKey(asked.record), asked.record])).values()],
    maxAge: returns.some(({ asked }) => asked.seen === undefined) ? 0 : "any",
  });
  const inputs = new Map(
    compared.flatMap(({ record, fields }) =>
      fields.map((input): [string, FieldInput] => [`${recordKey(record)} ${input.key}`, input]),
    ),
  );
  const proposed: Shaped<Asked>[] = [];
  for (const change of changes) {
    const { asked, checked, index } = change;
    const { operation, field } = checked;
    if (asked.restores === true || !isReturn(operation) || field === null) {
      proposed.push(change);
      continue;
    }
    const key = `${recordKey(asked.record)} ${field}`;
    const input = inputs.get(key);
    if (input === undefined)
      throw operationError("not_found", "field-of-change", { field, pointer: `/changes/${index}/field` });
    const steps = await propose(deps, { indexId, index, asked, checked, operation, input });
    proposed.push(...steps.map((step) => ({ ...change, checked: step })));
    inputs.set(key, beside(input, steps));
  }
  return proposed;
}

/** A list of phones with these steps as drafts, so that what comes after them counts the equal phones that they bring back. */
function beside(input: FieldInput, steps: readonly CheckedChange[]): FieldInput {
  const { key: field, kind, changes } = input;
  if (shapeOf(kind) !== "keyed") return input;
  const draft = { record: { type: "", id: "" }, field, kind, state: "draft", policy: "pin", order: null } as const;
  const drafts = steps.map(({ operation }, at) => ({
    ...draft,
    id: `${field} ${changes.length + at}`,
    operation,
    baseSeen: null,
  }));
  return { ...input, changes: [...changes, ...drafts] };
}

/** A change of a request at its place, of which the shape is checked. */
interface Shaped<Asked> {
  asked: Asked;
  checked: CheckedChange;
  index: number;
}

interface Proposal {
  indexId: string;
  index: number;
  asked: AskedChange;
  checked: CheckedChange;
  operation: Return;
  input: FieldInput;
}

async function propose(
  deps: Deps,
  { indexId, index, asked, checked, operation, input }: Proposal,
): Promise<CheckedChange[]> {
  const { key: field, kind, region, base } = input;
  const about = { at: { indexId, type: asked.record.type }, field, kind, element: operation.element, now: base };
  if (asked.seen !== undefined)
    await refuseMoved(deps, {
      ...about,
      of: "The standard index",
      seen: asked.seen.base,
      pointer: `/changes/${index}/seen/base`,
    });
  const proposal = proposals[operation.op](input, operation.element);
  if (!proposal.ok)
    throw new OperationError("wrong_state", proposal.message, {
      errors: [{ pointer: `/changes/${index}/operation`, detail: proposal.message }],
    });
  const [back] = proposal.stage;
  const named = "to" in asked.operation ? asked.operation.to : undefined;
  // What is only the place of a phone is moved back, without a value.
  if (
    named !== undefined &&
    back !== undefined &&
    isReturn(back) &&
    !isSame(named, back.to, input, operation.element !== undefined, region)
  )
    throw operationError("moved_since_seen", "standard-value", {
      value: await describeCurrentValue(deps, { ...about, seen: null }),
      pointer: `/changes/${index}/operation/to`,
    });
  return proposal.stage.map((step) => ({ ...checked, operation: step, baseSeen: base }));
}

function isReturn(operation: Operation): operation is Return {
  return Object.hasOwn(proposals, operation.op);
}

function isSame(a: Reading, b: Reading, { kind }: FieldInput, isOfElement: boolean, region: string): boolean {
  if (!isOfElement) return equalReadings(kind, a, b, region);
  if (shapeOf(kind) !== "keyed") return equalReadings("json", a, b, region);
  const entry = (reading: Reading): Reading => ("value" in reading ? { value: [reading.value] } : reading);
  return equalReadings(kind, entry(a), entry(b), region);
}
