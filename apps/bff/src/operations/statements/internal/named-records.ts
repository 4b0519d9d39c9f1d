import type { StatementScope } from "@dc/contract";
import { foldText, recordKey } from "@dc/directory";
import type { ComparedRecord } from "#/context/compared-record.ts";
import type { Deps } from "#/context/deps.ts";
import { namesInEither } from "#/records/names-in-either.ts";
import { reached } from "#/records/refresh-related.ts";
import { phonesIn } from "#/records/save-summaries.ts";
import { askedDigits, phoneWith, searchablePhones } from "#/store/sql/phone-search.ts";

/** What is said about a practitioner in one directory. */
export interface NamedRecords {
  /** Whether the statement speaks about the record: the practitioner, a schedule that is named, or what it refers to. */
  isNamed: (record: ComparedRecord) => boolean;
  /** Where a schedule is; null for other records. */
  placeOf: (record: ComparedRecord) => string | null;
  /** The places of the schedules about which nothing is said. */
  elsewhere: string[];
}

/**
 * Tells the schedules that are named, by themselves or by their place, from the others of a practitioner. A schedule is at a
 * place if the standard index or this directory says so.
 */
export function namedRecords(
  deps: Deps,
  { places = [], q, scheduleIds = [] }: StatementScope,
  {
    of,
    isPersonNamed,
    nameOf,
  }: { of: readonly ComparedRecord[]; isPersonNamed: boolean; nameOf: (record: ComparedRecord) => string | null },
): NamedRecords {
  const region = deps.service.profile.defaultRegion;
  const all = new Map(of.map((record) => [recordKey(record.record), record]));
  const digits = q === undefined ? null : askedDigits(q, region);
  const sought = q === undefined ? null : foldText(q);
  const exact = new Set(places.map(foldText));
  const referredTo = ({ record }: ComparedRecord) =>
    [...reached(deps, all, new Set([recordKey(record)])).keys()].flatMap((key) => all.get(key) ?? []);
  const isOfText = (record: ComparedRecord) => {
    const names = namesInEither(deps, record).map(foldText);
    return (
      names.some((name) => exact.has(name)) ||
      (sought !== null && [...names, foldText(record.record.id)].some((text) => text.includes(sought))) ||
      (digits !== null && phoneWith(searchablePhones(phonesIn(record.comparison), region), digits) !== null)
    );
  };
  const schedules = of.filter(({ record }) => record.type === "schedule");
  const isScheduleNamed = (schedule: ComparedRecord) =>
    isPersonNamed || scheduleIds.includes(schedule.record.id) || [schedule, ...referredTo(schedule)].some(isOfText);
  const named = new Set(schedules.filter(isScheduleNamed));
  const taking = named.size === 0 && !isPersonNamed ? [] : of.filter(({ record }) => record.type === "practitioner");
  const concerned = new Set([...named, ...taking].flatMap((record) => [record, ...referredTo(record)]));
  const placeOf = (record: ComparedRecord) => {
    if (record.record.type !== "schedule") return null;
    return [...referredTo(record), record].map(nameOf).find((name) => name !== null) ?? null;
  };
  const elsewhere = schedules
    .filter((schedule) => !named.has(schedule))
    .map((other) => placeOf(other) ?? other.record.id);
  return { isNamed: (record) => concerned.has(record), placeOf, elsewhere: [...new Set(elsewhere)] };
}
