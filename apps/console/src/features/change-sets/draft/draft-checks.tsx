import type { ApprovalSettings, Change } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { missingRecordAnswer } from "#/connection/capabilities.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { State } from "#/marks/state.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { holdText } from "#/features/change-sets/change-proof.tsx";
import styles from "#/features/change-sets/change-sets.module.css";

/** What is known of a draft before it is applied: where it goes, who approves, what is held. */
export function DraftChecks({
  drafts,
  approvals,
}: {
  drafts: readonly Change[];
  approvals: ApprovalSettings | undefined;
}) {
  const { data: connection } = useQuery(connectionQuery);
  const held = drafts.filter(({ holds }) => holds !== null);
  const deletions = drafts.filter(({ operation }) => operation.op === "delete").length;
  return (
    <section aria-label="Checks">
      <SectionHeading title="Checks" />
      <ul className={styles["checks"]} style={{ marginBlockStart: 8 }}>
        <li>
          <State state="applied" show="mark" label="checked" />
          <span>
            Nothing writes to <code>{connection?.standardIndexId ?? "the standard index"}</code>
          </span>
        </li>
        {approvals !== undefined && approvals.required > 0 ? (
          <li>
            <State state="in review" show="mark" />
            <span>
              Applied once {approvals.required === 1 ? "one person approves" : `${approvals.required} people approve`}
              {approvals.ownCounts ? "" : ", other than whoever staged it"}
            </span>
          </li>
        ) : null}
        <li>
          <State state="applied" show="mark" label="checked" />
          <span>Sending waits five seconds and can be undone until then</span>
        </li>
        {held.length === 0 ? null : (
          <li>
            <State state="held" show="mark" />
            <span>
              {held.length < drafts.length ? held.length : held.length === 1 ? "It" : `All ${held.length}`} will be
              held. {holdText(connection, held)} Readers of the gateway get {held.length === 1 ? "it" : "them"} all the
              same.
            </span>
          </li>
        )}
        {deletions === 0 ? null : (
          <li>
            <State state="applied" show="mark" label="checked" />
            <span>
              Once it is applied, readers of the gateway get {missingRecordAnswer(connection)} for{" "}
              {deletions === 1 ? "the deleted record" : `the ${deletions} deleted records`}
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}
