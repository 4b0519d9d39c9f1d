import type {
  ActivityPage,
  Alarm,
  Change,
  ChangePage,
  ChangeSet,
  ChangeSetJob,
  ChangeSetPeople,
  ChangeSetPlan,
  ChangeState,
  CommentPage,
  OverridePage,
  ReviewPage,
  ReviewQuery,
} from "@dc/contract";
import { maxPageSize } from "@dc/contract/limits";
import { queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { bff, path } from "#/api/bff.ts";
import { itemsOf, listQuery } from "#/api/list-query.ts";
import { useEveryPage } from "#/api/use-every-page.ts";
import { changeSetsKey, oneChangeSetQuery, overridesKey } from "#/changes/queries.ts";
import { alarmsQuery } from "#/connection/alarms-query.ts";

/** Whether the server is checking or sending, or will be in a moment. */
function isInProgress(changeSet: ChangeSet | undefined): boolean {
  if (changeSet === undefined) return false;
  const { checking, counts, sendAfter } = changeSet;
  if (checking !== null) return true;
  return counts.queued + counts.sending > 0 || (sendAfter !== null && Date.parse(sendAfter) > Date.now() - 2_000);
}

const movingMs = 700;
const settlingMs = 3_000;

/** How often to poll: quickly while it is sent, slowly while a change is unknown or deferred, since a reading may settle it. */
function refetchIntervalMs(changeSet: ChangeSet | undefined): number | false {
  if (isInProgress(changeSet)) return movingMs;
  return changeSet !== undefined && changeSet.counts.unknown + changeSet.counts.deferred > 0 ? settlingMs : false;
}

export const changeSetQuery = (id: string) =>
  queryOptions({
    ...oneChangeSetQuery(id),
    refetchInterval: ({ state }) => refetchIntervalMs(state.data),
  });

/** What applying a set would send; drawn anew with each version of it, and while it is looked at. */
export const planQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: [...changeSetsKey, "plan", id, version],
    queryFn: ({ signal }) => bff.get<ChangeSetPlan>(path`/change-sets/${id}/plan`, { signal }),
    refetchInterval: 15_000,
    placeholderData: (before) => before,
  });

/** How far the sending of a set is; polled while something is left. */
export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: [...changeSetsKey, "job", id],
    queryFn: ({ signal }) => bff.get<ChangeSetJob>(path`/change-sets/${id}/job`, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === "running" ? movingMs : settlingMs),
  });

const changesQuery = (id: string) =>
  listQuery<ChangePage>({
    key: [...changeSetsKey, "changes", id],
    to: path`/change-sets/${id}/changes`,
    limit: maxPageSize,
  });

export interface ReviewView {
  by: NonNullable<ReviewQuery["by"]>;
  level: NonNullable<ReviewQuery["level"]>;
  within: string | null;
  state: string | null;
  verdict: string | null;
  q: string | null;
}

/** The groups, lines or changes of a review, page by page while a person scrolls. */
export const reviewQuery = (id: string, view: ReviewView) =>
  listQuery<ReviewPage>({
    key: [...changeSetsKey, "review", id],
    to: path`/change-sets/${id}/review`,
    query: Object.fromEntries(Object.entries(view).filter(([, value]) => value !== null)),
    limit: 100,
  });

/** The first changes of an opened line. */
export const changesOfLineQuery = (id: string, view: ReviewView, line: string) =>
  queryOptions({
    queryKey: [...changeSetsKey, "review", id, "line", line, view],
    queryFn: ({ signal }) =>
      bff.get<ReviewPage>(path`/change-sets/${id}/review`, {
        query: {
          ...Object.fromEntries(Object.entries(view).filter(([, value]) => value !== null)),
          level: "change",
          within: line,
          limit: maxPageSize,
        },
        signal,
      }),
  });

/** So many changes of a set are shown beside its entry in the inbox. */
const FIRST_SHOWN = 20;

/** The first changes of a set in one state, or in any, as its reviewers see them. */
export const firstChangesQuery = (id: string, state: ChangeState | null) =>
  queryOptions({
    queryKey: [...changeSetsKey, "review", id, "first", state],
    queryFn: ({ signal }) =>
      bff.get<ReviewPage>(path`/change-sets/${id}/review`, {
        query: { by: "kind", level: "change", limit: FIRST_SHOWN, ...(state === null ? {} : { state }) },
        signal,
      }),
  });

/** One change of a set as a reviewer sees it; null where it is not in the set any more. */
export const reviewedChangeQuery = (id: string, changeId: string) =>
  queryOptions({
    queryKey: [...changeSetsKey, "review", id, "change", changeId],
    queryFn: async ({ signal }) => {
      const query = { level: "change", within: changeId, limit: 1 };
      const { items } = await bff.get<ReviewPage>(path`/change-sets/${id}/review`, { query, signal });
      return items[0] ?? null;
    },
  });

/** The changes whose ground moved. */
export const movedChangesQuery = (id: string) =>
  queryOptions({
    queryKey: [...changeSetsKey, "moved", id],
    queryFn: ({ signal }) => bff.get<ChangePage>(path`/change-sets/${id}/moved`, { signal }),
  });

/** What happened to a set, newest first, as the journal tells it. */
export const setHistoryQuery = (id: string, limit: number) =>
  queryOptions({
    queryKey: [...changeSetsKey, "history", id],
    queryFn: ({ signal }) => bff.get<ActivityPage>("/activity", { query: { subject: id, limit }, signal }),
  });

/** The override that a held change makes, with what it is decided on; null where it makes none any more. */
export const heldOverrideQuery = ({ id, indexId, record }: Pick<Change, "id" | "indexId" | "record">) =>
  queryOptions({
    queryKey: [...overridesKey, indexId, "of change", id],
    queryFn: async ({ signal }) => {
      const query = { q: record.id, state: "held", with: "comparison", limit: 200 };
      const { items } = await bff.get<OverridePage>(path`/index-versions/${indexId}/overrides`, { query, signal });
      return items.find(({ change }) => change.id === id) ?? null;
    },
  });

export const commentsQuery = (id: string, changeId: string | null) =>
  listQuery<CommentPage>({
    key: [...changeSetsKey, "comments", id],
    to: path`/change-sets/${id}/comments`,
    query: changeId === null ? {} : { changeId },
  });

export const peopleOfSetQuery = (id: string) =>
  queryOptions({
    queryKey: [...changeSetsKey, "people", id],
    queryFn: ({ signal }) => bff.get<ChangeSetPeople>(path`/change-sets/${id}/people`, { signal }),
  });

/** Every change of a set, all pages, polled while it is being sent. */
export function useAllChanges(id: string, changeSet: ChangeSet | undefined, enabled: boolean) {
  const list = useInfiniteQuery({ ...changesQuery(id), enabled, refetchInterval: refetchIntervalMs(changeSet) });
  const { data, refetch } = list;
  useEveryPage(list);
  // The set may have ended between two polls, so its changes are read once more.
  const version = changeSet?.version;
  const state = changeSet?.state;
  useEffect(() => {
    if (version !== undefined && enabled) void refetch();
  }, [version, state, enabled, refetch]);
  const items = useMemo(() => itemsOf(data, (change) => change.id), [data]);
  return { items, loading: enabled && list.isPending, error: list.error, refetch: () => void refetch() };
}

/** The isolation alarms of a set. They are read again as soon as a change names an alarm that is not loaded. */
export function useAlarmsOf(id: string, changes: readonly Change[]): Alarm[] {
  const { data, refetch } = useQuery(alarmsQuery);
  const items = data?.items;
  const hasUnloadedAlarm = changes.some(
    ({ alarmId }) => alarmId !== null && items?.every((alarm) => alarm.id !== alarmId) === true,
  );
  useEffect(() => {
    if (hasUnloadedAlarm) void refetch();
  }, [hasUnloadedAlarm, refetch]);
  return items?.filter(({ changeSetId }) => changeSetId === id) ?? [];
}
