import type { Brief, BriefChange, BriefPractitioner, BriefSentence } from "@dc/contract";
import { Fragment, type ReactNode, useEffect } from "react";
import { countText, numberText } from "#/ui/display/count.tsx";
import { formatDay, formatMoment } from "#/ui/display/format-time.ts";
import styles from "./brief.module.css";

/** What an answer of a reader is about. */
export interface BriefLine {
  practitionerId: string;
  /** The change that the line tells; null where it is the practitioner's own. */
  change: Pick<BriefChange, "id" | "about"> | null;
  /** Tells the line from the others. */
  name: string;
}

export interface BriefDocumentProps {
  brief: Brief;
  practitioners: readonly BriefPractitioner[];
  now: Date;
  /** Whether it tells what changed since the brief before it, and not since a day that was chosen. */
  isSinceLast: boolean;
  /** Whom to ask, where nobody looks after the referrer. */
  asker: Brief["owner"];
  /** What may be said of a line, at its end. */
  answerOf?: (line: BriefLine) => ReactNode;
}

const signs = {
  set: { sign: ">", words: "set for this directory" },
  held: { sign: "||", words: "agreed, not in the booking service yet" },
  "ask first": { sign: "?", words: "ask before you rely on it" },
} as const satisfies { readonly [standing in BriefSentence["standing"]]: { sign: string; words: string } };

function Sign({ standing }: { standing: BriefSentence["standing"] }) {
  const { sign, words } = signs[standing];
  return (
    <span className={styles["sign"]}>
      <span aria-hidden="true">{sign}</span>
      <span className="unseen">{words}: </span>
    </span>
  );
}

const dayWords = (day: string, now: Date): string => formatDay(new Date(`${day}T12:00:00`), now);

/** `, until 31 Dec`, of a day, where something has an end. */
const untilWords = (day: string | null, now: Date): string => (day === null ? "" : `, until ${dayWords(day, now)}`);

const isFax = (phone: string): boolean => /\bfax\b/i.test(phone);

/** A number whole; a line breaks before its extension and its label alone. */
function PhoneText({ phone }: { phone: string }) {
  const [, number, rest = ""] = /^(.*?)((?: (?:ext\.|x) \S+)?(?: \([^()]*\))?)$/u.exec(phone) ?? [phone, phone];
  return (
    <bdi>
      <span className={styles["number"]}>{number}</span>
      {rest}
    </bdi>
  );
}

function differingText({ practitioners, differing }: Brief["counts"]): string {
  if (differing === 0) return "Everything is as the standard data says.";
  const rest = practitioners - differing;
  const others = rest === 0 ? "" : `; the other ${numberText(rest)} ${rest === 1 ? "is" : "are"} as it says`;
  return `${countText(differing, "practitioner")} ${differing === 1 ? "differs" : "differ"} from the standard data${others}.`;
}

/** Writes something at the foot of each printed page, where the browser has such places. */
function usePrintedFoot(text: string): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--printed-foot", `"${text.replaceAll(/\s+/g, " ").replaceAll(/["\\]/g, String.raw`\$&`)}"`);
    return () => void style.removeProperty("--printed-foot");
  }, [text]);
}

/** A directory in sentences, on screen and on paper. */
export function BriefDocument({ brief, practitioners, now, isSinceLast, asker, answerOf }: BriefDocumentProps) {
  const { counts, referrer, index, since, until, changes, changesTotal, connectionName } = brief;
  const owner = brief.owner ?? asker;
  const differing = practitioners.filter(({ sentences }) => sentences.length > 0);
  const others = practitioners.filter(({ sentences }) => sentences.length === 0);
  const left = counts.practitioners - practitioners.length;
  const earlier = changesTotal - changes.length;
  const end = new Date(until) < new Date(brief.asOf) ? ` until ${formatDay(new Date(until), now)}` : "";
  const period =
    since === null ? "" : `Since ${isSinceLast ? "your last brief, " : ""}${formatDay(new Date(since), now)}${end}`;
  const asOf = `as of ${formatMoment(new Date(brief.asOf), now)}`;
  usePrintedFoot(`Directory for \u2068${referrer ?? index.name}\u2069, ${asOf}`);
  const rowsOf = (rows: readonly BriefPractitioner[]) => (
    <ul className={styles["people"]} data-answered={answerOf !== undefined}>
      {rows.map((row) => (
        <Practitioner key={row.practitionerId} row={row} now={now} answerOf={answerOf} />
      ))}
    </ul>
  );
  return (
    <article className={styles["brief"]}>
      <header>
        <div>
          <p>Directory for</p>
          <h2>
            <bdi>{referrer ?? index.name}</bdi>
          </h2>
        </div>
        <p>
          {asOf}
          <br />
          {countText(counts.practitioners, "practitioner")} at {countText(counts.places, "place")}
          <br />
          {brief.oldestReadAt === null
            ? "not read yet"
            : `oldest value read ${formatMoment(new Date(brief.oldestReadAt), now)}`}
        </p>
      </header>
      <ul className={styles["legend"]} aria-label="Signs">
        {Object.values(signs).map(({ sign, words }) => (
          <li key={sign}>
            <b aria-hidden="true">{sign}</b> {words}
          </li>
        ))}
        <li>no sign: as in the standard data</li>
      </ul>
      {counts.practitioners === 0 ? null : (
        <p className={styles["sum"]}>
          You can refer to {countText(counts.practitioners, "practitioner")} at {countText(counts.places, "place")}.{" "}
          {since === null
            ? "This is the first brief. "
            : `${period}, ${changesTotal === 0 ? "nothing" : countText(changesTotal, "thing")} changed. `}
          {differingText(counts)} {numberText(counts.verified)} verified, {numberText(counts.overdue)} to be asked
          again.
        </p>
      )}
      {changesTotal === 0 ? null : (
        <section aria-labelledby="brief-changes">
          <header>
            <h3 id="brief-changes">
              {period} <small>{countText(changesTotal, "change")}</small>
            </h3>
          </header>
          <ul className={styles["changes"]}>
            {changes.map((change) => (
              <Change key={change.id} change={change} now={now} answerOf={answerOf} />
            ))}
          </ul>
          {earlier > 0 ? (
            <p>
              {countText(earlier, "earlier one")} {earlier === 1 ? "is" : "are"} left out.
            </p>
          ) : null}
        </section>
      )}
      <section aria-labelledby="brief-people">
        <header>
          <h3 id="brief-people">
            Who is in it {differing.length === 0 ? null : <small>who differs from the standard data comes first</small>}
          </h3>
          {practitioners.length === 0 ? null : (
            <div className={styles["columns"]} data-answered={answerOf !== undefined} aria-hidden="true">
              <span>Practitioner</span>
              <span>Call</span>
              <span>
                <span className={styles["paper"]}>Places, and what</span>
                <span className={styles["screen"]}>What</span> differs
              </span>
              <span>Verified</span>
            </div>
          )}
        </header>
        {differing.length === 0 ? null : rowsOf(differing)}
        {others.length === 0 ? null : (
          <div className={styles["others"]}>
            <header>
              <h4>
                As in the standard data <small>{numberText(others.length)}</small>
              </h4>
            </header>
            {rowsOf(others)}
          </div>
        )}
        {left > 0 ? (
          <p>
            {countText(left, "more practitioner")} {left === 1 ? "is" : "are"} left out of this page.
          </p>
        ) : null}
        {counts.practitioners === 0 ? <p>Nobody is on its roster yet.</p> : null}
      </section>
      <footer>
        <p>
          Whom to ask: <bdi>{owner === null ? connectionName : `${owner.name}, ${owner.email}`}</bdi>
        </p>
        <p className="mono">{index.id}</p>
      </footer>
    </article>
  );
}

function Practitioner({
  row,
  now,
  answerOf,
}: {
  row: BriefPractitioner;
  now: Date;
  answerOf: BriefDocumentProps["answerOf"];
}) {
  const { practitionerId, name, places, phones, sentences, verified, overdue, changedSince, readAt } = row;
  const [faxes, [first, ...others]] = [phones.filter(isFax), phones.filter((phone) => !isFax(phone))];
  const further = [...others, ...faxes];
  const noNumber = readAt === null ? "not read yet" : "no number to call";
  return (
    <li data-plain={sentences.length === 0 || undefined}>
      <div>
        <b>
          <bdi>{name ?? practitionerId}</bdi>
        </b>
        <small>
          <bdi>{places.join(", ")}</bdi>
        </small>
      </div>
      <div>
        <span>{first === undefined ? noNumber : <PhoneText phone={first} />}</span>
        {further.length === 0 ? null : (
          <small>
            {further.map((phone, at) => (
              <Fragment key={phone}>
                {at === 0 ? "" : ", "}
                <PhoneText phone={phone} />
              </Fragment>
            ))}
          </small>
        )}
      </div>
      <div>
        {sentences.map(({ standing, text, since, saidBy, until }) => (
          <p key={text}>
            <Sign standing={standing} />
            <bdi>{text}</bdi>{" "}
            {saidBy === null ? null : (
              <small>
                <bdi>{saidBy}</bdi>
                {since === null ? "" : `, since ${formatDay(new Date(since), now)}`}
                {untilWords(until, now)}
              </small>
            )}
          </p>
        ))}
      </div>
      <div>
        {verified === null ? (
          <small>not verified</small>
        ) : (
          <span title={verified.saidBy}>
            <span className={`unseen ${styles["word"]}`}>verified </span>
            {dayWords(verified.on, now)}
          </span>
        )}
        {verified?.inPart === true ? <small>in part</small> : null}
        {overdue ? <small>asked again</small> : null}
        {verified !== null && changedSince > 0 ? <small>{changedSince} changed since</small> : null}
      </div>
      {answerOf?.({ practitionerId, change: null, name: name ?? practitionerId })}
    </li>
  );
}

function Change({
  change,
  now,
  answerOf,
}: {
  change: BriefChange;
  now: Date;
  answerOf: BriefDocumentProps["answerOf"];
}) {
  const { text, standing, saidBy, verifiedOn, until, at, practitioner } = change;
  return (
    <li>
      <Sign standing={standing} />
      <div>
        <bdi>{text}</bdi>
        <small>
          <bdi>{saidBy}</bdi>, {formatDay(new Date(at), now)}
          {untilWords(until, now)}
        </small>
      </div>
      <small>{verifiedOn === null ? "not verified" : `verified ${dayWords(verifiedOn, now)}`}</small>
      {practitioner === null ? null : answerOf?.({ practitionerId: practitioner.id, change, name: text })}
    </li>
  );
}
