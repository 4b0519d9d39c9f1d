import type { Change, ChangeSet, SettleMovedInput } from "@dc/contract";
import { decidedPart, entryInPlace, phoneToJson, type Reading, shapeOf } from "@dc/directory";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DecideMany } from "#/changes/decisions/decide-many.tsx";
import { fieldRowsIn } from "#/changes/decisions/rows-of-override.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { changeText } from "#/changes/change-text.tsx";
import { usePermissions } from "#/connection/permissions.tsx";
import { Note } from "#/marks/note.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import { placeOfChange } from "#/changes/place-of-change.ts";
import { ReadingValue } from "#/record/reading-value.tsx";
import type { Wording } from "#/record/wording.ts";
import { Age } from "#/ui/display/age.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import styles from "#/features/change-sets/change-sets.module.css";
import { type AtRestVerb, useReviewAct, useSettleMoved } from "#/features/change-sets/mutations.ts";
import { heldOverrideQuery, movedChangesQuery, reviewedChangeQuery } from "#/features/change-sets/queries.ts";
import { WordsDrawer } from "#/changes/words-drawer.tsx";

interface MovedChangesProps {
  changeSet: ChangeSet;
  wording: Wording;
}

/** The changes that were decided on what is another value by now, with both values and how each is settled. */
export function MovedChanges({ changeSet, wording }: MovedChangesProps) {
  const { data } = useQuery(movedChangesQuery(changeSet.id));
  const { may } = usePermissions();
  const settle = useSettleMoved(changeSet);
  const act = useReviewAct(changeSet);
  const [asked, setAsked] = useState<{ as: AtRestVerb; changeIds: string[]; seen: Seen } | null>(null);
  const { data: connection } = useQuery(connectionQuery);
  const region = connection?.defaultRegion ?? "US";
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  const resting = items.filter(({ state }) => state === "deferred");
  const held = items.filter(({ state }) => state === "held");
  const decided = held.slice(0, MOST_HELD);
  const open = items.filter(({ state }) => state !== "deferred" && state !== "held");
  const isBusy = settle.isPending || act.isPending;
  const verbs = (changes: readonly Change[]) => {
    const changeIds = changes.map(({ id }) => id);
    const seen = seenOf(changes);
    const count = changes.length > 1 ? ` ${numberText(changes.length)}` : "";
    const inCount = count === "" ? "" : ` in${count}`;
    if (changes.length === 0) return null;
    if (changes[0]?.state === "deferred")
      return may("apply") && changeSet.takingBack === null
        ? (["send all the same", "give way"] as const).map((as) => (
            <Button key={as} size="xs" waits={isBusy} onClick={() => setAsked({ as, changeIds, seen })}>
              {as === "give way" ? "Give way" : "Send all the same"}
              {inCount}
            </Button>
          ))
        : null;
    if (!may("stage")) return null;
    return (
      <>
        <Button size="xs" waits={isBusy} onClick={() => settle.mutate({ as: "keep ours", changeIds, seen })}>
          Keep ours{inCount}
        </Button>
        <Button size="xs" waits={isBusy} onClick={() => settle.mutate({ as: "take what is there", changeIds, seen })}>
          Take what is there{inCount}
        </Button>
        {splitting(changes)}
      </>
    );
  };
  const splitting = (changes: readonly Change[], size: "xs" | "md" = "xs") => {
    const choice = { changeIds: changes.map(({ id }) => id) };
    const mayLeave = may("stage") && changes.length < changeSet.counts.total && changeSet.takingBack === null;
    return mayLeave ? (
      <Button size={size} waits={isBusy} onClick={() => act.mutate({ verb: "split", choice })}>
        Split off{changes.length > 1 ? ` ${numberText(changes.length)}` : ""}
      </Button>
    ) : null;
  };
  const hasAnother = ({ state }: Change) => state !== "held" && may("stage");
  const total = data?.total ?? items.length;
  return (
    <section className={styles["moved"]} aria-label="Changed since">
      <Note kind="conflict">
        {countText(total, "change")} {total === 1 ? "was" : "were"} decided on a value that has changed since.{" "}
        {open.length > 0
          ? "Settle that before the set can go on."
          : resting.length > 0
            ? "Nothing of it is sent before that is settled."
            : `Readers get ours, and ${total === 1 ? "it stays" : "they stay"} held, until that is settled.`}{" "}
        {open.some(({ state }) => state === "approved")
          ? "Keep ours and another value void the approval of that change: it goes back to review."
          : null}
      </Note>
      {[open, resting].map((changes) =>
        changes.length < 2 ? null : (
          <div key={changes[0]?.id} className={styles["verbs"]}>
            {verbs(changes)}
          </div>
        ),
      )}
      {[...Map.groupBy(decided, ({ indexId }) => indexId)].map(([indexId, of]) =>
        of.length < 2 ? null : (
          <div key={indexId} className={styles["verbs"]}>
            {changeSet.indexId === null ? <bdi>{of[0]?.indexName}</bdi> : null}
            <HeldVerbs of={of} wording={wording} />
            {splitting(of, "md")}
          </div>
        ),
      )}
      <ul>
        {items.map((change, position) => (
          <li key={change.id} className={styles["request"]}>
            <p>
              <bdi>{changeText(change, wording)}</bdi>{" "}
              {position < MOST_SIGNED ? <VerdictOf changeSetId={changeSet.id} changeId={change.id} /> : null}
              {changeSet.indexId === null ? (
                <small>
                  {" "}
                  in <bdi>{change.indexName}</bdi>
                </small>
              ) : null}
            </p>
            <MovedValues change={change} wording={wording} />
            <div className={styles["verbs"]}>
              {change.state !== "held" ? (
                verbs([change])
              ) : (
                <>
                  {decided.includes(change) ? <HeldVerbs of={[change]} wording={wording} /> : null}
                  {splitting([change], "md")}
                </>
              )}
              <Button
                size={change.state === "held" ? "md" : "xs"}
                to={placeOfChange(change, region, { edit: hasAnother(change) })}
              >
                {hasAnother(change) ? "Another value" : "Open it"}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {asked === null ? null : (
        <WordsDrawer
          verb={asked.as}
          count={asked.changeIds.length}
          busy={settle.isPending}
          onClose={() => setAsked(null)}
          onSay={(reason) => settle.mutate({ ...asked, reason }, { onSuccess: () => setAsked(null) })}
        />
      )}
    </section>
  );
}

type Seen = NonNullable<SettleMovedInput["seen"]>;

/** What is on screen of what moved: it is what the person decides about. */
const seenOf = (changes: readonly Change[]): Seen =>
  Object.fromEntries(
    changes.map(({ id, moved }) => [
      id,
      { base: moved?.base?.now, index: moved?.index?.now, effective: moved?.effective?.now },
    ]),
  );

/** So many moved changes have the verdict of their value beside them, since each is read by itself. */
const MOST_SIGNED = 20;

/** What the value of a change is by now, as a sign with its word. */
function VerdictOf({ changeSetId, changeId }: { changeSetId: string; changeId: string }) {
  const { data: node } = useQuery(reviewedChangeQuery(changeSetId, changeId));
  const { compared } = node?.change ?? {};
  if (compared == null) return null;
  const verdict = compared.flags.includes("outside") ? "outside" : compared.verdict;
  return verdict === null ? null : <Verdict verdict={verdict} />;
}

/** So many held changes are decided here, since each is read by itself; the others where they are opened. */
const MOST_HELD = 20;

/** What is decided about held changes of a directory, as on the page of their practitioners. */
function HeldVerbs({ of, wording }: { of: readonly Change[]; wording: Wording }) {
  const { may } = usePermissions();
  const { data: connection } = useQuery(connectionQuery);
  const overrides = useQueries({ queries: of.map((change) => heldOverrideQuery(change)) });
  const rows = overrides.flatMap(({ data }) => (data == null ? [] : fieldRowsIn(data, { connection, wording })));
  const [first] = of;
  if (first === undefined || rows.length === 0 || !may("decide")) return null;
  return <DecideMany indexId={first.indexId} rows={rows} wording={wording} quiet onLeave={() => undefined} />;
}

const sides = [
  ["base", "Standard"],
  ["index", "Index"],
  ["effective", "Directory"],
] as const;

function MovedValues({ change, wording }: { change: Change; wording: Wording }) {
  const { data: connection } = useQuery(connectionQuery);
  const region = connection?.defaultRegion ?? "US";
  const { moved, field, record, kind } = change;
  if (moved === null) return <p>What it was decided on is there again, or says what is wanted.</p>;
  if (field === null) return <p>The record changed.</p>;
  const of = wording.field(record.type, field);
  const isMember = shapeOf(kind ?? "json") === "members";
  const value = (reading: Reading | null) =>
    // A record that is gone lists nothing, and nothing as left out.
    reading !== null && "absent" in reading ? (
      <ReadingValue reading={reading} wording={of} />
    ) : (
      <ReadingValue reading={decidedPart(change, reading)} wording={of} member={isMember} />
    );
  return (
    <dl className={styles["shifts"]}>
      {sides.map(([side, label]) => {
        const shift = moved[side];
        return shift === null ? null : (
          <div key={side}>
            <dt>{label}</dt>
            <dd>
              {value(shift.seen)} → {value(shift.now)}
              {isGone(change, shift.now) ? (
                <>
                  , but <ReadingValue reading={inPlace(change, shift, region)} wording={of} />
                </>
              ) : null}
              {side === "effective" && moved.by !== null ? (
                <>
                  , by <bdi>{moved.by.name}</bdi>
                </>
              ) : side === "index" ? (
                ", not by us"
              ) : null}
              {moved.at === null ? null : (
                <>
                  , <Age at={moved.at} after="ago" />
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The entry in the place of the one that a change decides: which keep ours is about; the whole list where there is none. */
function inPlace({ operation }: Change, { seen, now }: { seen: Reading | null; now: Reading | null }, region: string) {
  const key = "element" in operation ? operation.element : undefined;
  if (typeof key !== "string" || seen === null || now === null) return now;
  const entry = entryInPlace(key, { seen, now }, region);
  return entry === null ? now : { value: phoneToJson(entry.phone) };
}

/** Whether a list has others in place of the entry that a change decides. */
function isGone(change: Change, now: Reading | null): boolean {
  const part = decidedPart(change, now);
  const isList = shapeOf(change.kind ?? "json") === "keyed" && now !== null && "value" in now;
  return isList && part !== null && "absent" in part && change.operation.op !== "add";
}
