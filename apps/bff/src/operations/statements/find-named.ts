import type { NamedInList } from "@dc/contract";
import { recordKey } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { operationError } from "#/runtime/errors.ts";
import { askedDigits } from "#/store/sql/phone-search.ts";
import { type NamedRecord, selectNamed } from "#/store/tables/statements/statement-places.ts";
import { soughtByService } from "./internal/sought-by-service.ts";

const MOST_LINES = 2000;
/** So many lines that no roster knows are looked up in the service. */
const MOST_LOOKED_UP = 50;

/** The practitioners and schedules that each line of a pasted list means: by id, by name or phone, or by a number of the service. */
export async function findNamed({ deps, connection }: RequestContext, text: string): Promise<NamedInList> {
  const { db } = deps.store;
  const texts = [...new Set(text.split(/[\n\t;]+/).map((line) => line.trim()))].filter((line) => line !== "");
  if (texts.length > MOST_LINES)
    throw operationError("invalid_request", "too-many-lines", {
      what: "A list",
      most: MOST_LINES,
      lines: texts.length,
      pointer: "/text",
    });
  const connectionId = connection.id;
  const byId = Map.groupBy(
    (await selectNamed(db, { connectionId, ids: texts.flatMap(idsIn) })).named,
    ({ record }) => record.id,
  );
  const lines: NamedInList["lines"] = [];
  let lookedUp = 0;
  for (const line of texts) {
    const ids = idsIn(line);
    if (ids.some((id) => byId.has(id))) {
      for (const id of ids) lines.push({ text: id, isId: true, found: byId.get(id) ?? [], more: 0, notSought: null });
      continue;
    }
    const digits = askedDigits(line, deps.service.profile.defaultRegion);
    const { named, more } = await selectNamed(db, { connectionId, q: line, digits });
    let found: NamedRecord[] = named;
    let notSought: string | null = null;
    if (found.length === 0) {
      const isBeyond = lookedUp++ >= MOST_LOOKED_UP;
      const sought = await soughtByService(deps, line, isBeyond ? { most: MOST_LOOKED_UP } : undefined);
      const keys = new Set(sought.found.map(recordKey));
      const ofService = await selectNamed(db, { connectionId, ids: sought.found.map(({ id }) => id) });
      found = ofService.named.filter(({ record }) => keys.has(recordKey(record)));
      notSought = sought.notSought;
    }
    lines.push({ text: line, isId: false, found, more, notSought });
  }
  return { lines };
}

/** Ids may stand on one line, between commas or blanks. */
const idsIn = (line: string): string[] => [...new Set([line, ...line.split(/[\s,]+/)])].filter((id) => !/\s/.test(id));
