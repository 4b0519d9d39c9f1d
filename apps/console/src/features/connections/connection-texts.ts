import type { ListedConnection } from "@dc/contract";

export function counted(count: number, singular: string, many: string): string {
  return `${count} ${count === 1 ? singular : many}`;
}

export function budgetText({ requestBudget }: Pick<ListedConnection, "requestBudget">): string {
  return requestBudget === null ? "no limit" : `${requestBudget} a minute`;
}

export function approvalsText({ approvals: { required } }: Pick<ListedConnection, "approvals">): string {
  return required === 0 ? "no approval" : counted(required, "approval", "approvals");
}

/** A whole number typed into a field; null where it is none, or not in the range. */
export function wholeNumber(text: string, { min, max }: { min: number; max: number }): number | null {
  const value = /^\d+$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
  return value >= min && value <= max ? value : null;
}
