import type { Connection } from "@dc/contract";
import type { RecordKey } from "@dc/directory";
import { paths } from "#/paths.ts";
import { capitalise } from "#/ui/display/capitalise.ts";

type Capabilities = readonly Pick<Connection["capabilities"][number], "operation" | "path">[];

/** The developer page, showing how this record is read through the gateway. */
export const gatewayCallHref = (index: string, { type, id }: RecordKey): string =>
  paths.developerGateway.href({ index, type, record: id });

/** The record that such an address names; null if it names none, or one of a type that cannot be read. */
export function recordOfCall(params: URLSearchParams, capabilities: Capabilities): RecordKey | null {
  const [type, id] = [params.get("type"), params.get("record")];
  return type !== null && id !== null && pathOfType(capabilities, type) !== null ? { type, id } : null;
}

/** The gateway's path of a record; without one, that of a practitioner with `ID` for its id. */
export function pathOfCall(capabilities: Capabilities, record: RecordKey | null): string {
  const path = pathOfType(capabilities, record?.type ?? "practitioner") ?? "/{id}";
  return path.replace("{id}", record === null ? "ID" : encodeURIComponent(record.id));
}

function pathOfType(capabilities: Capabilities, type: string): string | null {
  return capabilities.find(({ operation }) => operation === `read${capitalise(type)}`)?.path ?? null;
}
