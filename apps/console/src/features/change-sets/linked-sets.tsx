import type { ChangeSet } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "#/app/paths.ts";
import { changeSetQuery } from "./queries.ts";

/** The change set that this one reverts, and those that revert it. */
export function LinkedSets({ changeSet: { reverts, revertedBy } }: { changeSet: ChangeSet }) {
  return (
    <>
      {reverts === null ? null : (
        <span>
          reverts <LinkedSet id={reverts} />
        </span>
      )}
      {revertedBy.map((id) => (
        <RevertedBy key={id} id={id} />
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
  const { data } = useQuery(changeSetQuery(id));
  return (
    <Link to={paths.changeSet.href({ changeSetId: id })}>
      <bdi>{data?.name ?? "another change set"}</bdi>
    </Link>
  );
}
