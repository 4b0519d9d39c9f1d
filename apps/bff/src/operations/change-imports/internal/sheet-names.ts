import { type ChangeImportPreview, maxLength } from "@dc/contract";
import { type RecordKey, recordKey } from "@dc/directory";
import type { RequestContext } from "#/context/deps.ts";
import { cellSpelling, scheduleSpelling } from "#/operations/name-choices/spelling.ts";
import { detailText } from "#/operations/name-choices/whereabouts.ts";
import { askedDigits } from "#/store/sql/phone-search.ts";
import {
  selectNameChoices,
  selectPractitionerDetails,
  selectSchedulesOf,
} from "#/store/tables/directories/known-names.ts";
import type { Named } from "./find-records.ts";

const MOST_NAMES = 200;
const MOST_CHOICES = 20;
const MOST_TEXTS = 50;

/** A text, with those who are called so; of schedules, whose they are. */
export interface Several {
  text: string;
  practitionerId: string | null;
  found: readonly Named[];
}

interface MetName extends Omit<Several, "text"> {
  indexId: string;
  texts: Set<string>;
  rows: number;
  chosen: RecordKey | null;
}

/** What several are called in a sheet, by spelling, gathered while its rows are read. */
export type MetNames = Map<string, MetName>;

/** The one among several that a person chose for a text; each row that asks is counted. */
export type ChosenAmong = (several: Several) => Named | undefined;

/** Those that were chosen in a directory for these texts. */
export async function chosenAmong(
  { deps, connection }: RequestContext,
  indexId: string,
  { several, met }: { several: readonly Several[]; met: MetNames },
): Promise<ChosenAmong> {
  const region = deps.service.profile.defaultRegion;
  const spellingOf = ({ text, practitionerId }: Several) =>
    practitionerId === null
      ? cellSpelling(text, askedDigits(text, region) !== null)
      : scheduleSpelling(practitionerId, text);
  const spellings = [...new Set(several.map(spellingOf))];
  const choices = await selectNameChoices(deps.store.db, { connectionId: connection.id, indexId, spellings });
  return (asked) => {
    const { text, practitionerId, found } = asked;
    const type = practitionerId === null ? "practitioner" : "schedule";
    const spelling = spellingOf(asked);
    const chosen = found.find(({ id }) => recordKey({ type, id }) === choices.get(spelling));
    const key = JSON.stringify([indexId, spelling]);
    let name = met.get(key);
    if (name === undefined && text.length <= maxLength.search && met.size < MOST_NAMES) {
      const as = chosen === undefined ? null : { type, id: chosen.id };
      name = { indexId, practitionerId, found, texts: new Set(), rows: 0, chosen: as };
      met.set(key, name);
    }
    if (name !== undefined) {
      name.rows += 1;
      if (name.texts.size < MOST_TEXTS) name.texts.add(text);
    }
    return chosen;
  };
}

/** What several are called, with whom it may mean, and where one finds them. */
export async function describeNames(
  { deps, connection }: RequestContext,
  met: MetNames,
): Promise<ChangeImportPreview["names"]> {
  const names = [...met.values()].map((name) => ({ ...name, found: name.found.slice(0, MOST_CHOICES) }));
  const { db } = deps.store;
  const of = { connectionId: connection.id, standardIndex: deps.service.profile.standardIndex };
  const people = names.filter(({ practitionerId }) => practitionerId === null).flatMap(({ found }) => found);
  const details = Map.groupBy(
    people.length === 0 ? [] : await selectPractitionerDetails(db, { ...of, ids: people.map(({ id }) => id) }),
    ({ id }) => id,
  );
  const owners = names.flatMap(({ practitionerId }) => practitionerId ?? []);
  const schedules = Map.groupBy(
    owners.length === 0 ? [] : await selectSchedulesOf(db, { ...of, practitionerIds: owners }),
    ({ id }) => id,
  );
  return names.map(({ indexId, texts, practitionerId, rows, chosen, found }) => ({
    indexId,
    texts: [...texts],
    practitionerId,
    rows,
    chosen,
    choices: found.map(({ id, name }) => ({
      record: { type: practitionerId === null ? "practitioner" : "schedule", id },
      name,
      detail: detailText((practitionerId === null ? details : schedules).get(id) ?? []),
    })),
  }));
}
