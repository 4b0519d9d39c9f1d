import type { Change, ChangeSet } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { changeText, whoseAndWhere } from "#/changes/change-text.tsx";
import { useTurnConnection } from "#/changes/alarms.ts";
import { usePermissions } from "#/connection/permissions.tsx";
import type { Wording } from "#/record/wording.ts";
import { countText, numberText } from "#/ui/display/count.tsx";
import { formatDuration, formatFullTime } from "#/ui/display/format-time.ts";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import styles from "./job-section.module.css";
import { useChangeSetVerb } from "./mutations.ts";
import { jobQuery } from "./queries.ts";
import { useWithdrawVerb, WordsDrawer } from "#/changes/words-drawer.tsx";

interface JobSectionProps {
  changeSet: ChangeSet;
  changes: readonly Change[];
  wording: Wording;
}

const timeOf = (at: string) => formatFullTime(new Date(at)).split(", ")[1];

/** How far the sending of a set is, what it waits for, and the brake. */
export function JobSection({ changeSet, changes, wording }: JobSectionProps) {
  const { id, version, paused, counts, indexId } = changeSet;
  const { data: job } = useQuery(jobQuery(id));
  const verb = useChangeSetVerb(id);
  const turnAll = useTurnConnection();
  const { may, mayForAll } = usePermissions();
  const [isWithdrawing, setWithdrawing] = useState(false);
  const withdrawVerb = useWithdrawVerb();
  const isPaused = paused !== null;
  const mayBrake = may("apply");
  const turn = () => verb.mutate({ verb: isPaused ? "resume" : "pause", version });
  useShortcuts(mayBrake ? [{ keys: "p", label: isPaused ? "Resume" : "Pause", run: turn }] : []);
  if (job === undefined || job.state === "done") return null;
  const current = changes.filter((change) => job.underWay.includes(change.id));
  const left = job.secondsLeft === null ? null : formatDuration(job.secondsLeft * 1000);
  return (
    <section className={styles["job"]} aria-label="Sending">
      <div className={styles["said"]} role="status">
        <b>{titles[job.state]}</b>{" "}
        {paused === null ? (
          job.because
        ) : (
          <>
            by <bdi>{paused.by.name}</bdi>, {timeOf(paused.at)}
          </>
        )}
        {job.until === null ? null : ` Tried again at ${timeOf(job.until)}.`}
      </div>
      {mayBrake ? (
        <div className={styles["verbs"]}>
          <Button
            variant={isPaused ? "filled" : "default"}
            loading={verb.isPending}
            rightSection={<Kbd keys="p" hint />}
            onClick={turn}
          >
            {isPaused ? "Resume" : "Pause"}
          </Button>
          {mayForAll("apply") && !isPaused && job.state !== "paused" ? (
            <Button variant="subtle" loading={turnAll.isPending} onClick={() => turnAll.mutate("pause")}>
              Pause all change sets
            </Button>
          ) : null}
          {changeSet.takingBack === null ? (
            <Button variant="subtle" onClick={() => setWithdrawing(true)}>
              Withdraw the rest
            </Button>
          ) : null}
        </div>
      ) : null}
      <dl className={styles["numbers"]}>
        <div>
          <dt>sent</dt>
          <dd>
            {numberText(job.sent)} of {numberText(job.sent + job.left)}
          </dd>
        </div>
        <div>
          <dt>{isPaused ? "left once resumed" : "left"}</dt>
          <dd>{left ?? "not known yet"}</dd>
        </div>
        <div>
          <dt>changes a minute</dt>
          <dd>{numberText(job.changesPerMinute)}</dd>
        </div>
        {counts.failed === 0 ? null : (
          <div>
            <dt>failed</dt>
            <dd>
              {numberText(counts.failed)}
              {counts.retried === 0 ? "" : `, ${numberText(counts.retried)} retried`}
            </dd>
          </div>
        )}
        {counts.atRest === 0 ? null : (
          <div>
            <dt>at rest</dt>
            <dd>{numberText(counts.atRest)}</dd>
          </div>
        )}
      </dl>
      {current.length === 0 ? null : (
        <p className={styles["current"]}>
          Now:{" "}
          <bdi>
            {current.map((change) => changeText(change, wording) + whoseAndWhere(change, indexId === null)).join("; ")}
          </bdi>
        </p>
      )}
      <p className={styles["note"]}>
        The job goes on without this page, and after a restart too. Pause and withdraw act between two records; what was
        sent is not taken back.
      </p>
      {isWithdrawing ? (
        <WordsDrawer
          verb={withdrawVerb}
          count={job.left}
          busy={verb.isPending}
          onClose={() => setWithdrawing(false)}
          onSay={(reason) =>
            verb.mutate(
              { verb: "withdraw", version, reason, keepsHeld: true },
              { onSuccess: () => setWithdrawing(false) },
            )
          }
        />
      ) : null}
    </section>
  );
}

const titles = {
  running: "Applying.",
  waiting: "Waiting.",
  paused: "Paused",
  stopped: "Stopped by an isolation alarm.",
  done: "",
} as const;

/** The way to send what failed once more. */
export function RetryButton({ changeSet: { id, version, counts } }: Pick<JobSectionProps, "changeSet">) {
  const verb = useChangeSetVerb(id);
  const { may } = usePermissions();
  const left = counts.failed - counts.retried;
  if (left === 0 || !may("apply")) return null;
  return (
    <Button loading={verb.isPending} onClick={() => verb.mutate({ verb: "retry", version })}>
      Retry {countText(left, "failed change")}
    </Button>
  );
}
