import type { PractitionerView } from "@dc/contract";
import { recordKey } from "@dc/directory";
import { queryOptions, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { useReachability } from "#/api/reachability.ts";
import { useCommand } from "#/commands/use-command.ts";
import { useToldOutages } from "#/connection/outages.ts";
import { isProvisionalId } from "./provisional-id.ts";
import { practitionersKey, recordsOf } from "./practitioner-view.ts";

export interface PractitionerRequest {
  indexId: string;
  practitionerId: string;
  against?: string;
  raw?: boolean;
}

const storedMaxAgeSeconds = 31_536_000;
const freshForMs = 20_000;

function read(
  { indexId, practitionerId, against, raw = false }: PractitionerRequest,
  maxAge: number,
  signal?: AbortSignal,
): Promise<PractitionerView> {
  return bff.get<PractitionerView>(path`/index-versions/${indexId}/practitioners/${practitionerId}`, {
    query: { against, maxAge, raw: raw ? "1" : undefined },
    signal,
  });
}

const partsOf = ({ indexId, practitionerId, against = "", raw = false }: PractitionerRequest) => [
  indexId,
  practitionerId,
  against,
  raw,
];

/** Answers with stored readings; the service is only asked for records that were never read. */
const practitionerQuery = (place: PractitionerRequest) =>
  queryOptions({
    queryKey: [...practitionersKey, ...partsOf(place)],
    queryFn: ({ signal }) => read(place, storedMaxAgeSeconds, signal),
  });

type Failures = { readonly [record: string]: PractitionerView["practitioner"]["here"]["failed"] };

/** Reads the service now and updates the cache, unless a change was staged meanwhile: then the cache is reloaded instead. */
async function readNow(client: QueryClient, place: PractitionerRequest, signal?: AbortSignal): Promise<Failures> {
  const { queryKey } = practitionerQuery(place);
  const before = client.getQueryState(queryKey)?.dataUpdateCount;
  const view = await read(place, 0, signal);
  if (client.getQueryState(queryKey)?.dataUpdateCount === before) client.setQueryData(queryKey, view);
  else void client.invalidateQueries({ queryKey });
  return failuresOf(view);
}

function failuresOf(view: PractitionerView): Failures {
  return Object.fromEntries(
    recordsOf(view).flatMap(({ record, here, against }) => {
      const failed = here.failed ?? against.failed;
      return failed === null ? [] : [[recordKey(record), failed]];
    }),
  );
}

/** When the oldest reading on the page was taken, in ms; null if a record was never read. */
export function oldestReading(view: PractitionerView): number | null {
  // A record with a provisional id is not in the service yet.
  const asked = recordsOf(view).filter(({ record }) => !isProvisionalId(record.id));
  const times = asked.flatMap(({ here, against }) => [here.fetchedAt, against.fetchedAt]);
  if (times.length === 0 || times.includes(null)) return null;
  return Math.min(...times.map((time) => Date.parse(time ?? "")));
}

/** A practitioner with its schedules: stored readings are shown at once, and old ones are read again in the background. */
export function usePractitioner(place: PractitionerRequest) {
  const client = useQueryClient();
  const kept = useQuery(practitionerQuery(place));
  const view = kept.data;
  const fresh = useQuery({
    queryKey: ["practitioners now", ...partsOf(place)],
    queryFn: async ({ signal }) => {
      const oldest = view === undefined ? null : oldestReading(view);
      if (view !== undefined && oldest !== null && Date.now() - oldest < freshForMs) return failuresOf(view);
      return await readNow(client, place, signal);
    },
    enabled: view !== undefined,
    staleTime: 60_000,
    retry: false,
  });
  const again = useCommand({
    run: () => readNow(client, place),
    stores: () => ["practitioners now", ...partsOf(place)],
  });
  const reach = useReachability();
  const failures = Object.entries(fresh.data ?? {});
  const isTold = useToldOutages(failures.map(([, failed]) => failed?.code ?? null));
  return {
    view,
    error: kept.error,
    refetch: () => void kept.refetch(),
    /** Why the last reading of a record failed, unless a banner says so already; its stored reading is still shown. */
    failures: Object.fromEntries(failures.filter(([, failed]) => !isTold(failed?.code ?? null))),
    reading: fresh.isFetching || again.isPending,
    unreachable: reach === "here" ? (fresh.error ?? again.error) : null,
    readNow: () => again.mutate(),
  };
}
