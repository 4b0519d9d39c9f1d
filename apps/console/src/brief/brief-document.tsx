import type { Brief, BriefChange, BriefPractitioner, BriefSentence } from "@dc/contract";
import { valueWords } from "@dc/directory";
import type { ReactNode } from "react";
import { countText } from "#/ui/display/count.tsx";
import { formatDay, formatMoment } from "#/ui/display/format-time.ts";
import styles from "./brief.module.css";

/** What an answer of a reader is about. */
export interface BriefLine {
  practitionerId: string;
  name: string;
}

export interface BriefDocumentProps {
  brief: Brief;
  practitioners: readonly BriefPractitioner[];
  now: Date;
  /** Whose directory it is, as its reader is addressed. */
  yours?: boolean;
  /** What may be said of a line, at its end. */
  answerOf?: (line: BriefLine, key: string) => ReactNode;
}

const signs = {
  set: { sign: ">", words: "set for this directory" },
  held: { sign: "||", words: "agreed, not in the booking service yet; the console and its gateway say it" },
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

/** `, until 31 December 2026`, of a day, where something has an end. */
const untilWords = (day: string | null): string =>
  day === null ? "" : `, until ${valueWords(day, { kind: "date", choices: null })}`;

/** A directory in sentences, on screen and on paper. */
export function BriefDocument({ brief, practitioners, now, yours = false, answerOf }: BriefDocumentProps) {
  const { counts, referrer, index, since, until, changes, changesTotal, owner, connectionName } = brief;
  const differing = practitioners.filter(({ sentences }) => sentences.length > 0);
  const others = practitioners.filter(({ sentences }) => sentences.length === 0);
  const left = counts.practitioners - practitioners.length;
  const rowsOf = (rows: readonly BriefPractitioner[]) => (
    <ul className={styles["people"]}>
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
          as of {formatMoment(new Date(brief.asOf), now)}
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
      <p className={styles["sum"]}>
        {yours ? "You can refer to" : "Its readers can refer to"} {countText(counts.practitioners, "practitioner")} at{" "}
        {countText(counts.places, "place")}.{" "}
        {since === null
          ? "This is the first brief. "
          : `${changesTotal === 0 ? "Nothing" : countText(changesTotal, "thing")} changed since the last one. `}
        {counts.differing === 0
          ? "Everything is as the standard data says. "
          : `${countText(counts.differing, "practitioner")} ${counts.differing === 1 ? "differs" : "differ"} from the standard data; the other ${counts.practitioners - counts.differing} ${counts.practitioners - counts.differing === 1 ? "is" : "are"} as it says. `}
        {counts.verified} verified, {counts.overdue} to be asked again.
      </p>
      {since === null ? null : (
        <section aria-labelledby="brief-changes">
          <h3 id="brief-changes">
            Since {formatDay(new Date(since), now)}
            {new Date(until).getTime() < new Date(brief.asOf).getTime()
              ? ` until ${formatDay(new Date(until), now)}`
              : ""}{" "}
            <small>{countText(changesTotal, "change")}</small>
          </h3>
          {changes.length === 0 ? <p>Nothing changed.</p> : null}
          <ul className={styles["changes"]}>
            {changes.map((change) => (
              <Change key={change.id} change={change} now={now} answerOf={answerOf} />
            ))}
          </ul>
          {changesTotal > changes.length ? <p>{changesTotal - changes.length} earlier ones are left out.</p> : null}
        </section>
      )}
      <section aria-labelledby="brief-people">
        <h3 id="brief-people">
          Who is in it <small>who differs from the standard data comes first</small>
        </h3>
        {differing.length === 0 ? null : rowsOf(differing)}
        {others.length === 0 ? null : (
          <>
            <h4>
              As in the standard data <small>{others.length}</small>
            </h4>
            {rowsOf(others)}
          </>
        )}
        {left > 0 ? <p>{left.toLocaleString("en")} more practitioners are left out of this page.</p> : null}
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
  const [first, ...further] = phones;
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
        <span>{first === undefined ? readAt === null ? "not read yet" : "no number" : <bdi>{first}</bdi>}</span>
        {further.length === 0 ? null : (
          <small>
            <bdi>{further.join(", ")}</bdi>
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
                {untilWords(until)}
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
            <span className="unseen">verified </span>
            {dayWords(verified.on, now)}
          </span>
        )}
        {overdue ? <small>to be asked again</small> : null}
        {verified !== null && changedSince > 0 ? <small>{changedSince} changed since</small> : null}
      </div>
      {answerOf?.({ practitionerId, name: name ?? practitionerId }, practitionerId)}
    </li>
  );
}

function Change({
  change: { id, text, standing, saidBy, verifiedOn, until, at, practitioner },
  now,
  answerOf,
}: {
  change: BriefChange;
  now: Date;
  answerOf: BriefDocumentProps["answerOf"];
}) {
  return (
    <li>
      <Sign standing={standing} />
      <div>
        <bdi>{text}</bdi>
        <small>
          <bdi>{saidBy}</bdi>, {formatDay(new Date(at), now)}
          {untilWords(until)}
        </small>
      </div>
      <small>{verifiedOn === null ? "not verified" : `verified ${dayWords(verifiedOn, now)}`}</small>
      {practitioner === null
        ? null
        : answerOf?.({ practitionerId: practitioner.id, name: practitioner.name ?? practitioner.id }, id)}
    </li>
  );
}
