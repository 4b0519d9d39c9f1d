import type { Change, ChangeSet } from "@dc/contract";
import { operationCounts } from "@dc/directory";
import { useQuery } from "@tanstack/react-query";
import { memo, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { gatewayCallHref } from "#/connection/gateway-call.ts";
import type { Wording } from "#/record/wording.ts";
import { Permitted, usePermissions } from "#/connection/permissions.tsx";
import { useChangeVerb } from "#/changes/mutations.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { paths } from "#/paths.ts";
import { BottomBar } from "#/ui/page/bottom-bar.tsx";
import { Button } from "#/ui/form/button.tsx";
import { formatFullTime } from "#/ui/display/format-time.ts";
import { countText, numberText } from "#/ui/display/count.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { restoreFocus } from "#/ui/keyboard/restore-focus.ts";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { Note } from "#/marks/note.tsx";
import { WithSidebar } from "#/ui/page/page.tsx";
import { State, stateHue, type StateName } from "#/marks/state.tsx";
import { AlarmSection } from "./alarm-section.tsx";
import { ChangeProof, holdText } from "./change-proof.tsx";
import styles from "./change-sets.module.css";
import { useApply, useChangeSetVerb } from "./mutations.ts";
import { useAlarmsOf } from "./queries.ts";
import { JobSection } from "./job-section.tsx";
import { ReceiptCard } from "./receipt-card.tsx";
import { changeText, whoseAndWhere } from "#/changes/change-text.tsx";

export interface ApplyProgressProps {
  changeSet: ChangeSet;
  changes: readonly Change[];
  wording: Wording;
  onRunbook: () => void;
}

/** Counts down the whole seconds until a moment, and draws nothing anew in between. */
function useSecondsUntil(deadline: string | null): number {
  const until = deadline === null ? 0 : Date.parse(deadline);
  const [counted, setCounted] = useState(() => ({ until, seconds: secondsUntil(until) }));
  if (counted.until !== until) setCounted({ until, seconds: secondsUntil(until) });
  useEffect(() => {
    const tick = () => {
      const seconds = secondsUntil(until);
      setCounted((before) => (before.seconds === seconds ? before : { until, seconds }));
    };
    const first = setTimeout(tick, 0);
    const timer = until > Date.now() ? setInterval(tick, 200) : undefined;
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [until]);
  return counted.seconds;
}

const secondsUntil = (until: number): number => Math.max(0, Math.ceil((until - Date.now()) / 1000));

const order = ["applied", "sending", "unknown", "failed", "held", "waiting", "deferred", "withdrawn"] as const;

/** How many changes are in which state; what is at rest apart from what is deferred. */
function tallyOf(changeSet: ChangeSet, changes: readonly Change[]): [StateName, number][] {
  return countStates(changeSet, changes).flatMap(([state, count]): [StateName, number][] => {
    if (state !== "deferred") return [[state, count]];
    const atRest = Math.min(changeSet.counts.atRest, count);
    const parts: [StateName, number][] = [
      ["at rest", atRest],
      ["deferred", count - atRest],
    ];
    return parts.filter(([, some]) => some > 0);
  });
}

/** Counts the loaded changes if they are complete, so that bar and rows never disagree. */
function countStates({ counts }: ChangeSet, changes: readonly Change[]): [StateName, number][] {
  if (changes.length === counts.total) {
    const states = changes.map(({ state }): StateName => (state === "queued" ? "waiting" : state));
    return [...new Set([...order, ...states])].flatMap((state): [StateName, number][] => {
      const count = states.filter((candidate) => candidate === state).length;
      return count > 0 ? [[state, count]] : [];
    });
  }
  const numbers: { [state in (typeof order)[number]]: number } = {
    applied: counts.applied,
    sending: counts.sending,
    unknown: counts.unknown,
    failed: counts.failed,
    held: counts.held,
    waiting: counts.queued,
    deferred: counts.deferred,
    withdrawn: counts.withdrawn,
  };
  return order.flatMap((state): [StateName, number][] => (numbers[state] > 0 ? [[state, numbers[state]]] : []));
}

/** What asks for a person, the most urgent last. */
const asking: readonly Change["state"][] = ["held", "failed", "unknown"];

const urgencyOf = ({ state, retriedIn }: Change) => (retriedIn === null ? asking.indexOf(state) : -1);

/** While any is to be sent: what is being sent, what was sent, newest first, and what waits in its order. */
function newestFirst(changes: readonly Change[]): readonly Change[] {
  if (!changes.some(({ state }) => state === "sending" || state === "deferred")) return changes;
  const rank = ({ state, sentAt }: Change) => (state === "sending" ? 0 : sentAt === null ? 2 : 1);
  return changes.toSorted((a, b) => rank(a) - rank(b) || (b.sentAt ?? "").localeCompare(a.sentAt ?? ""));
}

const isHeld = ({ state }: Change) => state === "held";

/** What is held, by record type and operation; empty until the changes are loaded. */
function heldCounts(changes: readonly Change[]): string {
  const counts = operationCounts(
    changes.filter(isHeld).map(({ record, operation }) => ({ recordType: record.type, op: operation.op })),
  );
  return counts === "" ? "" : `: ${counts}`;
}

/** The state of each change once the set is applied, with its proof and the actions that are left. */
export function ApplyProgress({ changeSet, changes, wording, onRunbook }: ApplyProgressProps) {
  const { data: connection } = useQuery(connectionQuery);
  const alarms = useAlarmsOf(changeSet.id, changes);
  const [chosen, setChosen] = useState<string | null>(null);
  const verb = useChangeSetVerb(changeSet.id);
  const { may } = usePermissions();
  const seconds = useSecondsUntil(changeSet.sendAfter);
  const waiting = seconds > 0 && changeSet.counts.queued + changeSet.counts.deferred > 0;
  const wasWaiting = useRef(waiting);
  const tally = tallyOf(changeSet, changes);
  const listed = newestFirst(changes);
  const numberOf = new Map(changes.map(({ id }, index) => [id, index + 1]));
  const mode = connection?.mode ?? "test";
  const shown = changes.find(({ id }) => id === chosen) ?? listed.toSorted((a, b) => urgencyOf(b) - urgencyOf(a))[0];
  const undo = () => {
    if (waiting && !verb.isPending && may("apply")) verb.mutate({ verb: "undo", version: changeSet.version });
  };
  const move = (by: number) => {
    const index = listed.findIndex(({ id }) => id === shown?.id);
    const next = listed[Math.min(Math.max(index + by, 0), listed.length - 1)];
    setChosen(next?.id ?? null);
    if (next !== undefined) document.querySelector<HTMLElement>(`[data-change="${next.id}"]`)?.focus();
  };
  useShortcuts([
    ...(waiting && may("apply") ? [{ keys: "mod+z", label: "Undo before it is sent", run: undo }] : []),
    { keys: "j", label: "Next change", group: "Lists", run: () => move(1) },
    { keys: "k", label: "Previous change", group: "Lists", run: () => move(-1) },
  ]);
  useEffect(() => {
    // The bar with Undo goes away by itself.
    if (!waiting && wasWaiting.current) restoreFocus("#main [aria-pressed=true]", "#main h1");
    wasWaiting.current = waiting;
  }, [waiting]);
  const { counts } = changeSet;
  return (
    <>
      {changeSet.state === "applying" && !waiting ? (
        <JobSection changeSet={changeSet} changes={changes} wording={wording} />
      ) : null}
      <div
        className={styles["progress"]}
        role="img"
        aria-label={tally.map(([state, count]) => `${count} ${state}`).join(", ")}
      >
        {tally.map(([state, count]) => (
          <span key={state} data-state={state} data-hue={stateHue(state)} style={{ flexGrow: count }} />
        ))}
      </div>
      <div className={styles["legend"]} role="status">
        {tally.map(([state, count]) => (
          <State
            key={state}
            state={state}
            label={`${numberText(count)} ${state}${state === "failed" && counts.retried > 0 ? (counts.retried < count ? `, ${numberText(counts.retried)} of them retried` : ", retried") : ""}`}
          />
        ))}
        <span>{numberText(counts.total)} in total</span>
      </div>
      {alarms.map((alarm) => (
        <AlarmSection key={alarm.id} alarm={alarm} />
      ))}
      {counts.held > 0 && !waiting ? (
        <HeldNote changeSet={changeSet} changes={changes} shown={shown} onRunbook={onRunbook} />
      ) : null}
      <WithSidebar
        sidebar={
          shown === undefined || waiting ? null : (
            <ReceiptCard
              change={shown}
              number={numberOf.get(shown.id) ?? 0}
              sentence={`${changeText(shown, wording)}${whoseAndWhere(shown, changeSet.indexId === null)}`}
              wording={wording.field(shown.record.type, shown.field ?? "")}
              isPaused={changeSet.paused !== null}
            />
          )
        }
      >
        <ul className={styles["changes"]}>
          {listed.map((change) => (
            <ChangeLine
              key={change.id}
              change={change}
              number={numberOf.get(change.id) ?? 0}
              wording={wording}
              isOfSeveral={changeSet.indexId === null}
              isShown={change.id === shown?.id}
              onShow={setChosen}
            />
          ))}
        </ul>
      </WithSidebar>
      {waiting ? (
        <BottomBar
          label="Undo"
          mark={<State state="queued" show="mark" />}
          title={
            changeSet.paused === null ? (
              <>
                Sending {countText(counts.queued > 0 ? counts.queued : counts.deferred, "change")} to {mode} in{" "}
                <span className={styles["wait"]}>{seconds} s</span>
              </>
            ) : (
              <>
                Paused by <bdi>{changeSet.paused.by.name}</bdi>
              </>
            )
          }
          note={
            changeSet.paused === null ? "nothing is sent until then" : `nothing is sent; can be undone for ${seconds} s`
          }
          actions={
            <Permitted action="apply">
              <Button variant="filled" loading={verb.isPending} rightSection={<Kbd keys="mod+z" hint />} onClick={undo}>
                Undo
              </Button>
            </Permitted>
          }
        />
      ) : null}
    </>
  );
}

interface ChangeLineProps {
  change: Change;
  number: number;
  wording: Wording;
  /** Whether the set is over several directories. */
  isOfSeveral: boolean;
  isShown: boolean;
  onShow: (id: string) => void;
}

/** Kept while its change is as it was: of many only some change from one event to the next. */
const ChangeLine = memo(function ChangeLine(props: ChangeLineProps) {
  const { change, number, wording, isOfSeveral, isShown } = props;
  const onShow = () => props.onShow(change.id);
  const verb = useChangeVerb();
  const { may } = usePermissions();
  return (
    <li
      className={styles["change"]}
      data-current={isShown || undefined}
      data-hue={change.state === "unknown" ? "outside" : undefined}
    >
      <span className={styles["number"]}>{number}</span>
      <button type="button" className={styles["what"]} data-change={change.id} aria-pressed={isShown} onClick={onShow}>
        <bdi>{changeText(change, wording)}</bdi>
        <small>
          <bdi>{whoseAndWhere(change, isOfSeveral)}</bdi>
        </small>
      </button>
      <State state={change.state === "queued" ? "waiting" : change.state} />
      <ChangeProof change={change} />
      <span
        className={styles["time"]}
        data-tip={change.sentAt === null ? undefined : formatFullTime(new Date(change.sentAt))}
      >
        {change.sentAt === null ? "" : formatFullTime(new Date(change.sentAt)).split(", ")[1]}
      </span>
      <span className={styles["do"]}>
        {change.alarmId !== null ? null : change.state === "unknown" && !may("settle") ? null : change.state ===
            "unknown" && change.operation.op === "create" ? (
          <Button size="xs" onClick={onShow}>
            Settle
          </Button>
        ) : change.state === "unknown" ? (
          <Button
            size="xs"
            loading={verb.isPending}
            onClick={() => verb.mutate({ id: change.id, verb: "settle", as: "read" })}
          >
            Read now
          </Button>
        ) : change.retriedIn !== null ? (
          <Button size="xs" to={paths.changeSet.href({ changeSetId: change.retriedIn })}>
            See the retry
          </Button>
        ) : change.state === "failed" ? (
          <Button size="xs" onClick={onShow}>
            Review
          </Button>
        ) : null}
      </span>
    </li>
  );
});

interface HeldNoteProps extends Pick<ApplyProgressProps, "changeSet" | "changes" | "onRunbook"> {
  shown: Change | undefined;
}

/** What is held and why, with the way to send what can be sent by now. */
function HeldNote({ changeSet, changes, shown, onRunbook }: HeldNoteProps) {
  const { data: connection } = useQuery(connectionQuery);
  const { may } = usePermissions();
  const apply = useApply(changeSet.id);
  const { counts } = changeSet;
  const first = shown?.state === "held" ? shown : changes.find(isHeld);
  const sendable = changes.filter(({ state, holds }) => state === "held" && holds === null).length;
  return (
    <div style={{ marginBlockEnd: 12 }}>
      <Note
        kind="held"
        actions={
          <>
            <Button size="xs" onClick={onRunbook}>
              Open runbook
            </Button>
            {sendable > 0 && may("apply") && changes.length === counts.total ? (
              <Button
                size="xs"
                loading={apply.isPending}
                onClick={() => apply.mutate({ version: changeSet.version, evidence: null })}
              >
                Send {countText(sendable, "change")} to {connection?.mode ?? "test"}
              </Button>
            ) : null}
          </>
        }
      >
        <b>
          {countText(counts.held, "change")} {counts.held === 1 ? "is" : "are"} held
        </b>
        {heldCounts(changes)}. {holdText(connection, changes.filter(isHeld))} Readers get{" "}
        {counts.held === 1 ? "it" : "them"} through the gateway
        {first === undefined ? (
          " already."
        ) : (
          <>
            : <Link to={gatewayCallHref(first.indexId, first.record)}>see the call</Link>.
          </>
        )}
      </Note>
    </div>
  );
}
