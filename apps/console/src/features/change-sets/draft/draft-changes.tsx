import type { Change, ChangeSet, Connection } from "@dc/contract";
import { fieldLabel, recordKey, textsOf, namingLookAlikes, shapeOf } from "@dc/directory";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { asItStands, changeSpans, changeText, Spans } from "#/changes/change-text.tsx";
import { useDiscard } from "#/changes/mutations.ts";
import { usePermissions } from "#/connection/permissions.tsx";
import { connectionQuery } from "#/connection/queries.ts";
import { State } from "#/marks/state.tsx";
import { isProvisionalId } from "#/record/provisional-id.ts";
import { readingText, valueText } from "#/record/reading-value.tsx";
import type { Wording } from "#/record/wording.ts";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { countText } from "#/ui/display/count.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import { Button } from "#/ui/form/button.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { EvidenceText } from "#/features/change-sets/review/change-details.tsx";
import styles from "#/features/change-sets/change-sets.module.css";
import { useReviewAct } from "#/features/change-sets/mutations.ts";
import { labelInSentence } from "#/connection/meanings.ts";

interface DraftChangesProps {
  changeSet: ChangeSet;
  drafts: readonly Change[];
  wording: Wording;
}

/** The staged changes as sentences, by directory and record. */
export function DraftChanges({ changeSet, drafts, wording }: DraftChangesProps) {
  const verbs = { discard: useDiscard(), split: useReviewAct(changeSet) };
  const byDirectory = Map.groupBy(drafts, ({ indexId }) => indexId);
  const labelOf = (change: Change) =>
    changeSet.indexId === null ? `${nameOf(change)} in ${change.indexName}` : nameOf(change);
  const sameLabel = Map.groupBy(drafts, labelOf);
  /** With the id where several records have the same name. */
  const uniqueLabel = (change: Change) => {
    const label = labelOf(change);
    const ids = new Set(sameLabel.get(label)?.map(({ indexId, record }) => `${indexId} ${recordKey(record)}`));
    return ids.size > 1 ? `${label}, ${change.record.id}` : label;
  };
  return [...byDirectory.values()].flatMap((ofDirectory) => [
    changeSet.indexId === null ? <DirectoryHeading key={ofDirectory[0]?.indexId} changes={ofDirectory} /> : null,
    ...[...Map.groupBy(ofDirectory, ({ record }) => recordKey(record))].map(([key, ofRecord]) => {
      const [first] = ofRecord;
      if (first === undefined) return null;
      return (
        <section key={`${first.indexId} ${key}`} className={styles["group"]} aria-label={uniqueLabel(first)}>
          <header>
            <h3>
              {first.record.type === "practitioner" ? (
                <Link to={paths.practitioner.href({ indexId: first.indexId, practitionerId: first.record.id })}>
                  <bdi>{nameOf(first)}</bdi>
                </Link>
              ) : (
                <bdi>{nameOf(first)}</bdi>
              )}
            </h3>
            <CopyableId id={first.record.id} />
            {first.practitioner === null ? null : (
              <span className={styles["owner"]}>
                of{" "}
                <Link to={paths.practitioner.href({ indexId: first.indexId, practitionerId: first.practitioner.id })}>
                  <bdi>{first.practitioner.name ?? first.practitioner.id}</bdi>
                </Link>
              </span>
            )}
          </header>
          <ul>
            {ofRecord.map((change) => (
              <DraftLine key={change.id} change={change} wording={wording} isAlone={drafts.length === 1} {...verbs} />
            ))}
          </ul>
        </section>
      );
    }),
  ]);
}

interface DraftLineProps {
  change: Change;
  wording: Wording;
  /** Whether the set has no other change. */
  isAlone: boolean;
  discard: ReturnType<typeof useDiscard>;
  split: ReturnType<typeof useReviewAct>;
}

/** One staged change with the value before it and its evidence. */
function DraftLine({ change, wording, isAlone, discard, split }: DraftLineProps) {
  const { data: connection } = useQuery(connectionQuery);
  const { may } = usePermissions();
  return (
    <li className={styles["line"]}>
      <State state="staged" show="mark" />
      <div>
        <p>
          <Spans spans={changeSpans(change, wording)} start />
        </p>
        <AsItStands change={change} region={connection?.defaultRegion ?? "US"} />
        <small>
          {before(change, wording)}
          <CreatedFields change={change} connection={connection} wording={wording} />
          {change.evidence === null ? null : (
            <>
              {" "}
              <EvidenceText evidence={change.evidence} />
            </>
          )}
        </small>
      </div>
      <span className={styles["lineVerbs"]}>
        {!isAlone && may("stage") ? (
          <Button
            size="xs"
            variant="subtle"
            waits={split.isPending}
            onClick={() => split.mutate({ verb: "split", choice: { changeIds: [change.id] } })}
            aria-label={`Split off: ${changeText(change, wording)}`}
          >
            Split off
          </Button>
        ) : null}
        {may("stage") ? (
          <Button
            size="xs"
            loading={discard.isPending}
            onClick={() => discard.mutate([change])}
            aria-label={`Discard: ${changeText(change, wording)}`}
          >
            Discard
          </Button>
        ) : null}
      </span>
    </li>
  );
}

/** What reviewers rejected of a set that is a draft again, with their words. */
export function RejectedChanges({ changes, wording }: { changes: readonly Change[]; wording: Wording }) {
  const rejected = changes.filter(({ state }) => state === "rejected");
  if (rejected.length === 0) return null;
  return (
    <section aria-label="Rejected" className={styles["rejected"]}>
      <SectionHeading title={`${countText(rejected.length, "change")} rejected`} note="not part of this draft" />
      <ul>
        {rejected.map((change) => (
          <li key={change.id} className={styles["line"]}>
            <State state="rejected" show="mark" />
            <div>
              <p>
                <Spans spans={changeSpans(change, wording)} start />
              </p>
              <small>
                <bdi>{change.because}</bdi>
              </small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One directory of a set over several, above its records. */
function DirectoryHeading({ changes }: { changes: readonly Change[] }) {
  const [first] = changes;
  if (first === undefined) return null;
  return (
    <h2 className={styles["directory"]}>
      <Link to={paths.directory.href({ indexId: first.indexId })}>
        <bdi>{first.indexName}</bdi>
      </Link>
      <small>{countText(changes.length, "change")}</small>
    </h2>
  );
}

/** The record of a change by its name; a new one may have none. */
function nameOf({ recordName, record }: Change): string {
  return recordName ?? (isProvisionalId(record.id) ? `New ${fieldLabel(record.type)}` : "Name not read");
}

/** A number that is sent although it is not a possible one, as the author asked. */
function AsItStands({ change, region }: { change: Change; region: string }) {
  const words = asItStands(change, region);
  return words === null ? null : (
    <p className={styles["asItStands"]}>
      <StatusMark shape="triangle" hue="held" show="mark" word="not a possible number" size={13} />
      <bdi>{words}</bdi>
    </p>
  );
}

/** The value before the change; empty for members of a set, since their sentence already says it. */
function before(change: Change, wording: Wording): string {
  const { operation } = change;
  const shape = shapeOf(change.kind ?? "json");
  if (change.valueBefore === null || shape === "members" || shape === "keyed") return "";
  if (shape === "parts" && "element" in operation && typeof operation.element === "string") {
    const text = textsOf(change.valueBefore)?.get(operation.element);
    return text === undefined ? "" : `Now ${text}`;
  }
  const staged = operation.op === "set" ? { value: operation.value } : null;
  const { valueBefore } = namingLookAlikes({ valueBefore: change.valueBefore, staged });
  return `Now ${readingText(valueBefore, wording.field(change.record.type, change.field ?? ""))}.`;
}

interface CreatedWithProps {
  change: Change;
  connection: Connection | undefined;
  wording: Wording;
}

/** The fields that a record is created with; nothing for other changes. */
function CreatedFields({ change, connection, wording }: CreatedWithProps) {
  const { operation, record } = change;
  if (operation.op !== "create") return null;
  const fields = Object.entries(operation.fields);
  if (fields.length === 0) return <>With an id only.</>;
  return fields.map(([key, value], index) => (
    <span key={key}>
      {index === 0 ? "With " : "; "}
      {labelInSentence(connection, record.type, key)}{" "}
      <bdi>
        {valueText(value ?? null, (id) => wording.member(record.type, key, id), wording.field(record.type, key))}
      </bdi>
    </span>
  ));
}
