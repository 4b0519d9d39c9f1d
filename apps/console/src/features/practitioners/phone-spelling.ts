import type { Connection } from "@dc/contract";

/** How phones of a record are read, and what of one the service has a place for. */
export interface PhoneSpelling {
  /** National numbers are read as of this country. */
  region: string;
  hasExtension: boolean;
  hasLabel: boolean;
}

/** Of a field of a record type; everything is offered where that is not known yet. */
export function phoneSpelling(connection: Connection | undefined, type: string, key: string): PhoneSpelling {
  const meanings = connection?.recordTypes.find((known) => known.type === type)?.meanings ?? [];
  const parts = meanings.find((known) => known.key === key)?.phoneParts ?? null;
  return {
    region: connection?.defaultRegion ?? "US",
    hasExtension: parts?.extension ?? true,
    hasLabel: parts?.label ?? true,
  };
}
