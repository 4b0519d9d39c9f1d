import type { Service } from "./service.ts";

export interface ServiceCapability {
  operation: string;
  title: string;
  capability: "documented" | "configured" | "stub";
  method: string | null;
  path: string | null;
  note: string | null;
}

/** What the service can do, operation by operation. */
export function capabilitiesOf({ client }: Service): ServiceCapability[] {
  return client.capabilities().map(({ operation, state, method, path, note }) => ({
    operation,
    title: titleOf(operation),
    capability: state,
    method,
    path,
    note,
  }));
}

/** The operation that a change of this kind needs. */
export function writeOperation(verb: "create" | "update" | "delete", type: string): string {
  return `${verb}${type.charAt(0).toUpperCase()}${type.slice(1)}`;
}

/** "listOpenSlots" as "List open slots". */
function titleOf(operation: string): string {
  const words = operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
