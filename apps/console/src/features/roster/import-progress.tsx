import type { RosterImport } from "@dc/contract";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Age } from "#/ui/display/age.tsx";
import { itemsOf } from "#/api/list-query.ts";
import { Button } from "#/ui/form/button.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { useNow } from "#/ui/display/use-now.ts";
import { countText, numberText } from "#/ui/display/count.tsx";
import { usePermissions } from "#/connection/permissions.tsx";
import { State } from "#/marks/state.tsx";
import { TakenBackNote } from "#/sheet-file/taken-back-note.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { PagedList } from "#/ui/table/paged-list.tsx";
import { useStopImport, useTakeBackImport } from "./mutations.ts";
import { allRosterImportsQuery, rosterImportsQuery, rosterKey } from "./queries.ts";
import styles from "./roster.module.css";

const key = "dc-closed-reports";
const mostKept = 200;

/** The reports of imports that were closed in this browser. */
function closedReports(): ReadonlySet<string> {
  try {
    return new Set((localStorage.getItem(key) ?? "").split(" "));
  } catch {
    return new Set();
  }
}

/** Closes a report for good, as far as the browser stores it; only the newest ones are remembered. */
function closeReport(importId: string): ReadonlySet<string> {
  const closed = [...closedReports(), importId].slice(-mostKept);
  try {
    localStorage.setItem(key, closed.join(" "));
  } catch {
    // Without storage it is closed until the page is reloaded.
  }
  return new Set(closed);
}

/** Lines that a person may still correct. */
const openLines = ({ lines, takenBack }: Pick<RosterImport, "lines" | "takenBack">) =>
  takenBack === null ? lines.ambiguous + lines.bad + lines.missing + lines.failed : 0;

const reportShownForMs = 10 * 60_000;

/** A report is shown while its import runs, while lines can be corrected, and otherwise for ten minutes. */
function isWorthShowing(item: RosterImport, now: number): boolean {
  if (item.state === "running" || openLines(item) > 0) return true;
  const endedAt = item.takenBack?.at ?? item.finishedAt;
  return endedAt !== null && now - Date.parse(endedAt) < reportShownForMs;
}

const justNowMs = 60_000;
const isJustNow = (at: string | null) => at !== null && Date.now() - Date.parse(at) < justNowMs;

/**
 * The report of the newest import, and below it an older one with lines that can still be corrected. All others are a click
 * away while one of them can be taken back.
 */
export function ImportProgress({ indexId, onOpenLines }: { indexId: string; onOpenLines: (importId: string) => void }) {
  const { data } = useQuery(rosterImportsQuery(indexId));
  const client = useQueryClient();
  const [closed, setClosed] = useState(closedReports);
  const now = useNow();
  const left = (data?.items ?? []).filter(({ id }) => !closed.has(id));
  const newest = left.find((item) => item.id === data?.items[0]?.id && isWorthShowing(item, now));
  const older = left.find((item) => item.id !== newest?.id && (item.state === "running" || openLines(item) > 0));
  const { may } = usePermissions();
  const running = data?.items.some((item) => item.state === "running") ?? false;
  const read = data?.items.reduce((sum, item) => sum + item.records.read, 0) ?? 0;
  const isKnown = data !== undefined;
  const justDone = data?.items.some(({ finishedAt }) => isJustNow(finishedAt)) ?? false;
  const before = useRef<{ running: boolean; read: number } | null>(null);
  useEffect(() => {
    if (!isKnown) return;
    const last = before.current;
    before.current = { running, read };
    // The roster already includes imports that ended before the page was opened.
    if (last === null ? !justDone : last.running === running && last.read === read) return;
    void client.invalidateQueries({ queryKey: rosterKey(indexId) });
    if (!running) void client.invalidateQueries({ queryKey: ["index-versions"] });
  }, [isKnown, justDone, running, read, client, indexId]);
  const reports = [newest, older].filter((item) => item !== undefined);
  const others = data?.items.filter((item) => !reports.includes(item)) ?? [];
  const hasMore = (data?.nextCursor ?? null) !== null || others.some((item) => item.mayBeTakenBack);
  return (
    <>
      {reports.map((item) => (
        <ImportReport
          key={item.id}
          item={item}
          onOpenLines={onOpenLines}
          onClose={() => setClosed(closeReport(item.id))}
        />
      ))}
      <EarlierImports indexId={indexId} isOffered={hasMore && may("stage")} onOpenLines={onOpenLines} />
    </>
  );
}

interface EarlierImportsProps {
  indexId: string;
  isOffered: boolean;
  onOpenLines: (importId: string) => void;
}

/** All imports of a roster in a drawer, each with its report. It stays open when the last one was taken back. */
function EarlierImports({ indexId, isOffered, onOpenLines }: EarlierImportsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const list = useInfiniteQuery({ ...allRosterImportsQuery(indexId), enabled: isOpen });
  const rows = itemsOf(list.data, ({ id }) => id);
  const openLines = (importId: string) => {
    setIsOpen(false);
    onOpenLines(importId);
  };
  if (!isOffered && !isOpen) return null;
  return (
    <div className={styles["earlier"]}>
      <Button size="xs" variant="subtle" onClick={() => setIsOpen(true)}>
        Earlier imports
      </Button>
      <SideDrawer opened={isOpen} title="Imports into this roster" onClose={() => setIsOpen(false)}>
        <PagedList
          name="imports"
          query={list}
          rows={rows}
          skeleton={{ rows: 3, rowHeight: 64 }}
          empty={<EmptyState title="Nothing was imported">Imports are listed here, the newest first.</EmptyState>}
        >
          {(items) => items.map((item) => <ImportReport key={item.id} item={item} onOpenLines={openLines} />)}
        </PagedList>
      </SideDrawer>
    </div>
  );
}

interface ImportReportProps {
  item: RosterImport;
  onOpenLines: (importId: string) => void;
  /** Absent where it is listed with all others. */
  onClose?: () => void;
}

const wordsOfImport = { noun: "line", done: "added", partly: "some were not added", correct: "Correct" };
const wordsOfReading = { noun: "record", done: "read again", partly: "some could not be read", correct: "Show" };

const leftWords = {
  changed: "which was changed since",
  verified: "which was verified since",
  decided: "about which somebody decided since",
  answered: "which the reader of a brief answered since",
  "listed again": "which a later import lists too",
  "used by what is left": "which belongs to what is left",
} as const satisfies { readonly [why in NonNullable<RosterImport["takenBack"]>["leftItems"][number]["why"]]: string };

function ImportReport({ item: shown, onOpenLines, onClose }: ImportReportProps) {
  const { lines, records, takenBack, stopped } = shown;
  const takeBack = useTakeBackImport();
  const stop = useStopImport();
  const { may } = usePermissions();
  const answered = lines.total - lines.waiting;
  const left = openLines(shown);
  const words = shown.from === "roster" ? wordsOfReading : wordsOfImport;
  return (
    <section
      className={styles["progress"]}
      aria-label={shown.from === "roster" ? "Reading the roster again" : "Roster import"}
    >
      <div className={styles["progressHead"]}>
        {shown.state === "running" ? (
          <State state="applying" show="mark" label="reading" />
        ) : takenBack !== null ? (
          <State state="reverted" show="mark" label="taken back" />
        ) : stopped !== null && left > 0 ? (
          <State state="failed" show="mark" label="stopped" />
        ) : left > 0 ? (
          <State state="failed" show="mark" label={words.partly} />
        ) : (
          <State state="applied" show="mark" label={words.done} />
        )}
        <b role="status">
          {shown.state === "running"
            ? `Reading ${numberText(answered)} of ${countText(lines.total, words.noun)}`
            : takenBack !== null
              ? `${countText(lines.total - lines.repeat, words.noun)} taken back`
              : left > 0
                ? `${countText(left, words.noun)} ${stopped === null ? "could not be" : "not"} ${words.done}`
                : `${countText(lines.total - lines.repeat, words.noun)} ${words.done}`}
        </b>
        <span className={styles["tallies"]}>
          <span>{countText(records.practitioners, "practitioner")}</span>
          <span>
            {countText(records.schedules, "schedule")}
            {records.known === 0 ? null : `, ${numberText(records.known)} known from other directories`}
          </span>
          {lines.repeat === 0 ? null : <span>{numberText(lines.repeat)} repeated, left out</span>}
          {shown.state === "running" && left > 0 ? (
            <span className={styles["missing"]}>
              {numberText(left)} not {words.done}
            </span>
          ) : null}
          {shown.waitsForBudget === null ? null : (
            <span>waits for the request budget: {numberText(shown.waitsForBudget)} a minute</span>
          )}
          {stopped === null || stopped.notRead === 0 ? null : (
            <span>
              stopped by <bdi>{stopped.by.name}</bdi>: {countText(stopped.notRead, words.noun)} not read
            </span>
          )}
          {shown.finishedAt === null ? null : <Age at={shown.finishedAt} after="ago" />}
          {onClose === undefined ? (
            <span>
              by <bdi>{shown.createdBy.name}</bdi>
            </span>
          ) : null}
        </span>
        <span style={{ display: "inline-flex", alignItems: "center", gap: 8 }}>
          {left === 0 ? null : (
            <Button onClick={() => onOpenLines(shown.id)}>
              {words.correct} {left === 1 ? `the ${words.noun}` : countText(left, words.noun)}
            </Button>
          )}
          {shown.state === "running" && may("stage") ? (
            <ConfirmButton
              label="Stop"
              question="What was read stays on the roster, and the rest is not read."
              busy={stop.isPending}
              onConfirm={() => stop.mutate(shown.id)}
            />
          ) : null}
          {shown.mayBeTakenBack && may("stage") ? (
            <ConfirmButton
              label="Take it back"
              question="What it added leaves the roster, but for what was used since."
              busy={takeBack.isPending}
              onConfirm={() => takeBack.mutate(shown.id)}
            />
          ) : null}
          {shown.state === "running" || onClose === undefined ? null : (
            <Button size="xs" variant="subtle" aria-label="Close this report" onClick={onClose}>
              <Icon name="cross" size={14} />
            </Button>
          )}
        </span>
      </div>
      {takenBack === null ? null : (
        <TakenBackNote
          takenBack={takenBack}
          noun="record"
          left={takenBack.leftItems.map(({ record, name, why }) => ({ id: record.id, name, why: leftWords[why] }))}
        />
      )}
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
