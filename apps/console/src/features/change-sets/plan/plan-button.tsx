import type { ChangeSet, ChangeSetPlan } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { planQuery } from "#/features/change-sets/queries.ts";
import { useZone } from "#/connection/use-zone.ts";
import { Note } from "#/marks/note.tsx";
import { State } from "#/marks/state.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";
import { formatFullTime } from "#/ui/display/format-time.ts";
import { Button } from "#/ui/form/button.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import setStyles from "#/features/change-sets/change-sets.module.css";
import styles from "./plan.module.css";

/** By which plan a set is applied: that on screen, unless it is being drawn anew, or is of before an undo. */
export function usePlanRevision({
  id,
  version,
  counts,
}: Pick<ChangeSet, "id" | "version" | "counts">): string | undefined {
  const { data: plan, isFetching } = useQuery(planQuery(id, version));
  if (isFetching || plan === undefined) return undefined;
  return plan.changes + laterIn(plan) === counts.draft + counts.inReview + counts.approved ? plan.revision : undefined;
}

const timeOf = ({ seconds }: { seconds: number | null }): string =>
  seconds === null ? "" : seconds < 60 ? `about ${seconds} s` : `about ${Math.ceil(seconds / 60)} min`;

const laterIn = ({ later }: ChangeSetPlan): number => later.reduce((sum, { changes }) => sum + changes, 0);

const heldIn = ({ held }: ChangeSetPlan): number => held.reduce((sum, { changes }) => sum + changes, 0);

/** What applying would send, in a few words; they open the whole plan. */
export function PlanButton({ changeSet: { id, version } }: { changeSet: Pick<ChangeSet, "id" | "version"> }) {
  const { data: plan, isPending } = useQuery(planQuery(id, version));
  const [isOpen, setOpen] = useState(false);
  const [first, setFirst] = useState(plan);
  if (first === undefined && plan !== undefined) setFirst(plan);
  const { dayText } = useZone();
  // As wide as most, so that nothing moves when it is there.
  if (isPending) return <Button waits>Plan: being drawn up</Button>;
  if (plan === undefined || plan.changes + laterIn(plan) === 0) return null;
  const held = heldIn(plan);
  const words =
    plan.changes === 0
      ? "nothing now"
      : plan.toSend === 0
        ? "nothing is sent"
        : [countText(plan.calls.total, "call"), timeOf(plan)].filter((part) => part !== "").join(", ");
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        Plan: {words}
        {held === 0 || plan.toSend === 0 ? "" : `, ${numberText(held)} held`}
        {plan.later.length > 2
          ? `, ${numberText(laterIn(plan))} on ${plan.later.length} later days`
          : plan.later.map(({ day, changes }) => `, ${numberText(changes)} on ${dayText(day)}`)}
      </Button>
      {isOpen ? (
        <SideDrawer opened title="What applying would send" onClose={() => setOpen(false)}>
          <Plan plan={plan} first={first ?? plan} />
        </SideDrawer>
      ) : null}
    </>
  );
}

function Plan({ plan, first }: { plan: ChangeSetPlan; first: ChangeSetPlan }) {
  const { toSend, calls, directories, directoryCount, callsPerMinute, recordsAtOnce } = plan;
  const held = heldIn(plan);
  const { dayText } = useZone();
  const alone = directories.find((directory) => directory.first !== null);
  return (
    <div className={styles["plan"]}>
      {plan.revision === first.revision ? null : (
        <Note kind="plain" live>
          Drawn up again at {formatFullTime(new Date(plan.drawnAt)).split(", ")[1]}: {numberText(toSend)} to send
          instead of {numberText(first.toSend)}, {numberText(held)} held instead of {numberText(heldIn(first))},{" "}
          {countText(calls.total, "call")} instead of {numberText(first.calls.total)}.
        </Note>
      )}
      <ul className={setStyles["checks"]}>
        {plan.changes === 0 ? (
          <li>None of it holds today, so nothing is applied now.</li>
        ) : toSend === 0 ? (
          <li>Nothing is sent. All of it is held: readers of the console and of the gateway get it all the same.</li>
        ) : (
          <li>
            <State state="waiting" show="mark" label="to send" />
            <span>
              {toSend} will be sent, with {countText(calls.writes, "write")} and{" "}
              {countText(calls.reads + calls.siblingReads, "read")}
              {timeOf(plan) === "" ? "" : `, ${timeOf(plan)}`}
            </span>
          </li>
        )}
        {plan.endWithRecord === 0 ? null : (
          <li>
            <State state="withdrawn" show="mark" label="not sent" />
            <span>{plan.endWithRecord} will not be sent: a deletion of the record goes, and they end with it</span>
          </li>
        )}
        {plan.later.map(({ day, changes }) => (
          <li key={day}>
            <State state="waiting" show="mark" label="later" />
            <span>
              {countText(changes, "change")} will be applied on {dayText(day)}, in a set of{" "}
              {changes === 1 ? "its" : "their"} own, as you
            </span>
          </li>
        ))}
        {plan.held.map(({ because, changes }) => (
          <li key={because}>
            <State state="held" show="mark" />
            <span>
              {changes} will be held. {because}
            </span>
          </li>
        ))}
      </ul>
      {alone?.first == null ? null : (
        <>
          <SectionHeading title="What goes first" />
          <p>
            <bdi>{alone.first.name ?? alone.first.record.id}</bdi> in <bdi>{alone.indexName}</bdi> goes alone
            {directoryCount > 1
              ? ", then the first record of each other directory, before anything else of it"
              : ""}.{" "}
            {alone.first.siblings > 0
              ? `${directoryCount > 1 ? "Each" : "It"} is read again here, in the standard index and in one other index version.`
              : `${directoryCount > 1 ? "Each" : "It"} is read again here and in the standard index; there is no other index version to compare.`}
          </p>
          <p className={styles["quiet"]}>
            Up to {countText(recordsAtOnce, "record")} at once after that
            {callsPerMinute === null ? "" : `, ${callsPerMinute} calls a minute at most`}. An alarm stops it; a refusal
            or a lost reply does not.
          </p>
        </>
      )}
      <SectionHeading
        title="In the order of sending"
        note={
          directoryCount > directories.length
            ? `the first ${directories.length} of ${numberText(directoryCount)}`
            : undefined
        }
      />
      <table className={styles["directories"]}>
        <thead>
          <tr>
            <th scope="col">
              Directory
              {timeOf(plan) === "" ? null : (
                <span className={styles["axis"]}>
                  <span>start</span>
                  <span>{timeOf(plan)}</span>
                </span>
              )}
            </th>
            <th scope="col">To send</th>
            <th scope="col">Held</th>
            <th scope="col">Calls</th>
          </tr>
        </thead>
        <tbody>
          {directories.map((directory) => (
            <tr key={directory.indexId}>
              <th scope="row">
                <bdi>{directory.indexName}</bdi>
                <span className={styles["track"]} aria-hidden="true">
                  <span style={barOf(plan, directory)} />
                </span>
              </th>
              <td>{directory.toSend}</td>
              <td>{directory.held}</td>
              <td>{directory.calls}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** When the directory has its turn, within the time that all of it takes. */
function barOf({ directories, calls }: ChangeSetPlan, directory: ChangeSetPlan["directories"][number]) {
  const before = directories.slice(0, directories.indexOf(directory)).reduce((sum, one) => sum + one.calls, 0);
  const share = (count: number) => `${(count / Math.max(1, calls.total)) * 100}%`;
  return { marginInlineStart: share(before), inlineSize: share(directory.calls) };
}
