import type { ChangeSet } from "@dc/contract";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { Age } from "#/ui/display/age.tsx";
import { countText } from "#/ui/display/count.tsx";
import styles from "./change-sets.module.css";
import { LinkedSets } from "./linked-sets.tsx";
import { EvidenceText } from "./review/change-details.tsx";

/** How a set ended of which nothing is left. */
const endings: { readonly [as in NonNullable<ChangeSet["withdrawn"]>["as"]]: string } = {
  withdraw: "withdrawn",
  "give way": "gave way to what is in the index",
  "take what is there": "withdrawn for what is there",
};

/** Where a set changes something, who staged, approved, applied and withdrew it, and why. */
export function SetFacts({ changeSet }: { changeSet: ChangeSet }) {
  const { counts, indexId, indexName, createdBy, createdAt, appliedBy, appliedAt, evidence } = changeSet;
  const { purpose, owner, reviewers, approvals, withdrawn } = changeSet;
  return (
    <span className={styles["facts"]}>
      <span>
        {countText(counts.total, "change")} in{" "}
        {indexId === null ? (
          indexName
        ) : (
          <Link to={paths.directory.href({ indexId })}>
            <bdi>{indexName}</bdi>
          </Link>
        )}
      </span>
      <span>
        staged <Age at={createdAt} after="ago" /> by <bdi>{createdBy.name}</bdi>
      </span>
      {appliedAt === null ? null : (
        <span>
          applied <Age at={appliedAt} after="ago" />
          {appliedBy === null ? null : (
            <>
              {" "}
              by <bdi>{appliedBy.name}</bdi>
            </>
          )}
        </span>
      )}
      {owner.id === createdBy.id ? null : (
        <span>
          owned by <bdi>{owner.name}</bdi>
        </span>
      )}
      {reviewers.length === 0 ? null : (
        <span>
          to be reviewed by <bdi>{reviewers.map(({ person }) => person.name).join(", ")}</bdi>
        </span>
      )}
      {approvals.map(({ by, at, changes }) => (
        <span key={by.id}>
          approved by <bdi>{by.name}</bdi>
          {changes === counts.total ? "" : ` (${changes} of ${counts.total})`} <Age at={at} after="ago" />
        </span>
      ))}
      <LinkedSets changeSet={changeSet} />
      {purpose === null ? null : (
        <span>
          for <bdi>{purpose}</bdi>
        </span>
      )}
      {evidence === null || evidence.reason === "" ? null : (
        <span className={styles["reason"]} data-tip={evidence.reason} data-tip-when="cut">
          <EvidenceText evidence={evidence} />
        </span>
      )}
      {withdrawn === null ? null : (
        <span>
          {endings[withdrawn.as]} <Age at={withdrawn.at} after="ago" /> by <bdi>{withdrawn.by.name}</bdi>
          {withdrawn.reason === null ? null : (
            <>
              : “<bdi>{withdrawn.reason}</bdi>”
            </>
          )}
        </span>
      )}
    </span>
  );
}
