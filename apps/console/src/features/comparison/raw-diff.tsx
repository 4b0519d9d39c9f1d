import type { Connection, RecordView } from "@dc/contract";
import { parseJson, recordKey } from "@dc/directory";
import { useMemo } from "react";
import { shownVerdict, type FieldRow } from "#/record/field-row.ts";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { useCopy } from "#/ui/display/copyable-id.tsx";
import { numberText } from "#/ui/display/count.tsx";
import { formatFullTime } from "#/ui/display/format-time.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { Note } from "#/marks/note.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { signOfVerdict, verdictHue } from "#/marks/verdict.tsx";
import { alignLines, type LinePair } from "./align-lines.ts";
import styles from "./comparison.module.css";
import { linesOf, type JsonLine } from "#/json/print-lines.ts";
import { sameLine, SideBySide, Unified, type LineMark } from "./raw-documents.tsx";
import { lineVerdict } from "./line-verdict.ts";
import { Explanation } from "#/marks/explanation.tsx";

export interface RawDiffProps {
  records: readonly RecordView[];
  rowsByRecord: ReadonlyMap<string, readonly FieldRow[]>;
  connection: Connection | undefined;
  againstName: string;
  chosen: string | null;
  lines: "side" | "unified";
  data: "effective" | "returned";
  onChange: (parts: { record?: string; lines?: string | null; data?: string | null }) => void;
}

const shortHash = (hash: string | null) =>
  hash === null ? "" : `, sha256 ${hash.replace(/^sha256[:-]/, "").slice(0, 4)}…${hash.slice(-4)}`;

const presenceWords = {
  "missing here": "not here",
  "missing in standard": "only here",
  "in neither": "not found",
  "not read": "not read",
} as const;

/** Both records as JSON, with verdicts in the gutter, and the requests that fetched them. */
export function RawDiff({
  records,
  rowsByRecord,
  connection,
  againstName,
  chosen,
  lines,
  data,
  onChange,
}: RawDiffProps) {
  const view = records.find(({ record }) => record.id === chosen) ?? records[0];
  const { done, copy } = useCopy(view === undefined ? "" : `${view.against.curl}\n\n${view.here.curl}\n`);
  const rows = view === undefined ? [] : (rowsByRecord.get(recordKey(view.record)) ?? []);
  const raw = view?.raw ?? null;
  const left = raw?.against ?? null;
  const right = (data === "effective" ? raw?.effective : raw?.here) ?? null;
  const pairs = useMemo(
    () => alignLines(left === null ? [] : linesOf(parseJson(left)), right === null ? [] : linesOf(parseJson(right))),
    [left, right],
  );
  if (view === undefined) return null;
  const ignored = (line: JsonLine) =>
    raw?.ignored.some((pointer) => line.pointer === pointer || line.pointer.startsWith(`${pointer}/`)) ?? false;
  const markOf = (pair: LinePair, side: "left" | "right"): LineMark => {
    const { line } = pair[side] ?? {};
    if (line === undefined || sameLine(pair)) return line !== undefined && ignored(line) ? "ignored" : null;
    if (ignored(line)) return "ignored";
    return (
      lineVerdict([line], rows) ??
      lineVerdict([pair.left?.line, pair.right?.line], rows) ??
      view.comparison.verdict ??
      "differs"
    );
  };
  return (
    <>
      <div className={styles["records"]}>
        <div className={styles["tabs"]} role="group" aria-label="Record">
          {records.map(({ record, name, comparison: { presence } }) => {
            const verdicts = (rowsByRecord.get(recordKey(record)) ?? []).map((row) => shownVerdict(row.comparison));
            const differ = verdicts.filter((verdict) => verdict !== null && verdict !== "same").length;
            const none = verdicts.includes(null) ? "not all compared" : "same";
            return (
              <button
                key={record.id}
                type="button"
                className={styles["tab"]}
                aria-pressed={record.id === view.record.id}
                onClick={() => onChange({ record: record.id })}
              >
                {record.type === "practitioner" ? (
                  "Practitioner"
                ) : name === null ? (
                  <span className="mono">{record.id}</span>
                ) : (
                  <bdi>{name}</bdi>
                )}{" "}
                <span>
                  {presence === "both" ? (differ === 0 ? none : numberText(differ)) : presenceWords[presence]}
                </span>
              </button>
            );
          })}
        </div>
        <div className={styles["switches"]}>
          <SegmentedControl
            small
            label="Lines"
            value={lines}
            onChange={(next) => onChange({ lines: next === "side" ? null : next })}
            options={[
              { value: "side", label: "Side by side" },
              { value: "unified", label: "Unified" },
            ]}
          />
          <SegmentedControl
            small
            label="Which record"
            value={data}
            onChange={(next) => onChange({ data: next === "effective" ? null : next })}
            options={[
              { value: "effective", label: "Effective" },
              { value: "returned", label: "As returned" },
            ]}
          />
          <Explanation of="returned" />
        </div>
      </div>
      {raw === null ? (
        <Note kind="stale">The raw records are not loaded yet.</Note>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <div className={styles["docs"]} tabIndex={0} role="region" aria-label="Raw JSON">
          {lines === "side" ? (
            <SideBySide
              pairs={pairs}
              markOf={markOf}
              heads={[
                headOf(againstName, view.against, { value: left, isOverridden: false }),
                headOf("This directory", view.here, { value: right, isOverridden: right !== raw.here }),
              ]}
            />
          ) : (
            <Unified pairs={pairs} markOf={markOf} head={`${againstName} and this directory`} />
          )}
        </div>
      )}
      <div className={styles["legend"]}>
        {(["ours", "conflict", "base moved", "outside", "differs"] as const).map((verdict) => (
          <span key={verdict} data-hue={verdictHue(verdict)}>
            {signOfVerdict(verdict)} {verdict}
          </span>
        ))}
        <span>· excluded from verdicts by the profile</span>
        <span>Keys that the profile doesn’t name are shown as received. Drafts are not included.</span>
      </div>
      <SectionHeading
        title="The two requests"
        action={
          <Button leftSection={<Icon name={done === "copied" ? "check" : "copy"} />} onClick={copy}>
            {done === "no" ? "Copy both as curl" : done === "copied" ? "Copied" : "Copying failed"}
          </Button>
        }
      />
      {[view.against, view.here].map((info) => (
        <div key={info.indexId} className={styles["request"]}>
          <span>{info.fetchedAt === null ? "not read" : formatFullTime(new Date(info.fetchedAt))}</span>
          <code>
            {info.method} {info.path}
          </code>
          <code>
            {connection?.headers.index ?? "index"}: {info.indexId}
          </code>
          <b>{info.status ?? "–"}</b>
          <span>{info.durationMs === null ? "" : `${Math.round(info.durationMs)} ms`}</span>
        </div>
      ))}
    </>
  );
}

/** The hash is that of the service's response, so it is not shown for a record with overrides. */
function headOf(
  name: string,
  info: RecordView["here"],
  { value, isOverridden }: { value: string | null; isOverridden: boolean },
) {
  return (
    <>
      <bdi>{name}</bdi>{" "}
      <span className="mono" style={{ fontWeight: 400, color: "var(--dc-ink-3)" }}>
        {info.indexId}
      </span>
      <small>
        {value === null && info.state === "found" ? "" : (info.status ?? "not read")}
        {info.fetchedAt === null ? (
          ""
        ) : (
          <>
            , <Age at={info.fetchedAt} after="ago" />
          </>
        )}
        {isOverridden ? ", with overrides" : shortHash(info.contentHash)}
      </small>
    </>
  );
}
