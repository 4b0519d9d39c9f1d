import type { RosterImport } from "@dc/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Age } from "#/ui/age.tsx";
import { Button } from "#/ui/button.tsx";
import { Icon } from "#/ui/icon.tsx";
import { State } from "#/ui/state.tsx";
import { rosterImportsQuery, rosterKey } from "./queries.ts";
import styles from "./roster.module.css";

/** Lines that a person may still correct. */
const openLines = ({ lines }: Pick<RosterImport, "lines">) => lines.bad + lines.missing + lines.failed;

const justNowMs = 60_000;
const isJustNow = (at: string | null) => at !== null && Date.now() - Date.parse(at) < justNowMs;

export interface ImportProgressProps {
  indexId: string;
  onOpenLines: (importId: string) => void;
}

/** The newest list on its way into this roster, and what of it could not be added. */
export function ImportProgress({ indexId, onOpenLines }: ImportProgressProps) {
  const { data } = useQuery(rosterImportsQuery(indexId));
  const client = useQueryClient();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const shown = data?.items.find((item) => !closed.has(item.id) && (item.state === "running" || openLines(item) > 0));
  const running = data?.items.some((item) => item.state === "running") ?? false;
  const read = data?.items.reduce((sum, item) => sum + item.records.read, 0) ?? 0;
  const isKnown = data !== undefined;
  const justDone = data?.items.some(({ finishedAt }) => isJustNow(finishedAt)) ?? false;
  const before = useRef<{ running: boolean; read: number } | null>(null);
  useEffect(() => {
    if (!isKnown) return;
    const last = before.current;
    before.current = { running, read };
    // What ended before this page was opened is in the roster that it read.
    if (last === null ? !justDone : last.running === running && last.read === read) return;
    void client.invalidateQueries({ queryKey: rosterKey(indexId) });
    if (!running) void client.invalidateQueries({ queryKey: ["index-versions"] });
  }, [isKnown, justDone, running, read, client, indexId]);
  if (shown === undefined) return null;
  const { lines, records } = shown;
  const answered = lines.total - lines.waiting;
  const left = openLines(shown);
  return (
    <section className={styles["progress"]} aria-label="List on its way into the roster">
      <div className={styles["progressHead"]}>
        {shown.state === "running" ? (
          <State state="applying" show="mark" label="reading" />
        ) : (
          <State state="failed" show="mark" label="not all were added" />
        )}
        <b role="status">
          {shown.state === "running"
            ? `Reading ${answered.toLocaleString("en")} of ${lines.total.toLocaleString("en")} lines`
            : `${left.toLocaleString("en")} ${left === 1 ? "line" : "lines"} could not be added`}
        </b>
        <span className={styles["tallies"]}>
          <span>{records.practitioners.toLocaleString("en")} practitioners</span>
          <span>{records.schedules.toLocaleString("en")} schedules</span>
          {lines.repeat === 0 ? null : <span>{lines.repeat.toLocaleString("en")} repeated, left out</span>}
          {shown.state === "running" && left > 0 ? (
            <span className={styles["missing"]}>{left.toLocaleString("en")} not added</span>
          ) : null}
          {shown.finishedAt === null ? null : <Age at={shown.finishedAt} after="ago" />}
        </span>
        <span style={{ display: "inline-flex", gap: 8 }}>
          {left === 0 ? null : (
            <Button size="xs" onClick={() => onOpenLines(shown.id)}>
              {left === 1 ? "Correct the line" : `Correct ${left.toLocaleString("en")} lines`}
            </Button>
          )}
          {shown.state === "running" ? null : (
            <Button
              size="xs"
              variant="subtle"
              aria-label="Close this report"
              onClick={() => setClosed(new Set([...closed, shown.id]))}
            >
              <Icon name="cross" size={14} />
            </Button>
          )}
        </span>
      </div>
      {shown.state === "running" ? (
        <div
          className={styles["track"]}
          role="progressbar"
          aria-label="Lines read"
          aria-valuemin={0}
          aria-valuemax={lines.total}
          aria-valuenow={answered}
        >
          <div style={{ transform: `scaleX(${lines.total === 0 ? 0 : answered / lines.total})` }} />
        </div>
      ) : null}
    </section>
  );
}
