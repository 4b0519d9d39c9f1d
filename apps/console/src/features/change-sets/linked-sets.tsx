import type { ChangeSet } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useZone } from "#/connection/use-zone.ts";
import { paths } from "#/paths.ts";
import { changeSetQuery } from "./queries.ts";

/** The change sets that this one reverts, retries or was split off from, and those that do so with it. */
export function LinkedSets({ changeSet }: { changeSet: ChangeSet }) {
  const { reverts, revertedBy, splitFrom, splitOff, retryOf, retriedBy } = changeSet;
  return (
    <>
      {retryOf === null ? null : (
        <span>
          retries <LinkedSet id={retryOf} />
        </span>
      )}
      {retriedBy.map((id) => (
        <span key={id}>
          retried by <LinkedSet id={id} />
        </span>
      ))}
      {reverts === null ? null : (
        <span>
          reverts <LinkedSet id={reverts} />
        </span>
      )}
      {revertedBy.map((id) => (
        <RevertedBy key={id} id={id} />
      ))}
      {splitFrom === null ? null : (
        <span>
          split off from <LinkedSet id={splitFrom} />
        </span>
      )}
      {splitOff.map((id) => (
        <span key={id}>
          split off: <LinkedSet id={id} />
        </span>
      ))}
    </>
  );
}

function RevertedBy({ id }: { id: string }) {
  const { data } = useQuery(changeSetQuery(id));
  return (
    <span>
      {data?.state === "applied" ? "reverted by" : "to be reverted by"} <LinkedSet id={id} />
    </span>
  );
}

function LinkedSet({ id }: { id: string }) {
  const { dayText, hourOf } = useZone();
  const { data } = useQuery(changeSetQuery(id));
  return (
    <Link to={paths.changeSet.href({ changeSetId: id })}>
      <bdi>{data?.name ?? "another change set"}</bdi>
      {data?.schedule == null ? null : `, on ${dayText(hourOf(data.schedule.at).day)}`}
    </Link>
  );
}
