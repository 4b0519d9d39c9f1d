import type { OtherVisitors as Others, VisitedPage } from "@dc/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { bff, path } from "#/api/bff.ts";
import { useSessionEnded } from "#/api/session-phase.ts";
import { sessionQuery } from "#/connection/session-query.ts";
import { Avatar } from "#/ui/display/avatar.tsx";
import styles from "./other-visitors.module.css";

/** The server forgets a visit that was not renewed for 25 seconds. */
const RENEWED_EVERY_MS = 10_000;
const MOST_PICTURES = 3;

/** Who else has this page open, and tells the others that one has. A hidden window is no visit. */
export function OtherVisitors({ page }: { page: VisitedPage }) {
  const [visitId] = useState(() => `vis_${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}`);
  const visit = path`/page-visits/${visitId}`;
  const hasEnded = useSessionEnded();
  const { data } = useQuery({
    queryKey: ["page-visits", visitId, page],
    queryFn: ({ signal }) => bff.put<Others>(visit, { page }, { signal }),
    enabled: !hasEnded,
    refetchInterval: RENEWED_EVERY_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const client = useQueryClient();
  // A visit whose end cannot be told, as after signing out, is forgotten soon.
  useEffect(
    () => () => {
      const isSignedIn = client.getQueryData(sessionQuery.queryKey)?.person != null;
      if (isSignedIn) bff.delete(visit).catch(() => undefined);
    },
    [client, visit],
  );
  const people = data?.people ?? [];
  return (
    <span role="status" className={styles["people"]}>
      {people.length === 0 ? null : (
        <>
          <span className={styles["pictures"]} aria-hidden="true">
            {people.slice(0, MOST_PICTURES).map(({ id, name }) => (
              <Avatar key={id} name={name} />
            ))}
          </span>
          <span data-tip={people.length > 2 ? people.map(({ name }) => name).join(", ") : undefined}>
            <Names names={people.map(({ name }) => name)} /> here too
          </span>
        </>
      )}
    </span>
  );
}

function Names({ names: [first, second, ...more] }: { names: readonly string[] }) {
  if (second === undefined)
    return (
      <>
        <bdi>{first}</bdi> is
      </>
    );
  return (
    <>
      <bdi>{first}</bdi> and {more.length === 0 ? <bdi>{second}</bdi> : `${more.length + 1} others`} are
    </>
  );
}
