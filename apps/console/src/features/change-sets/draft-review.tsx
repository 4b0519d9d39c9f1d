import type { Change, ChangeSet } from "@dc/contract";
import { fieldLabel, recordKey, textsOf } from "@dc/directory";
import { Permitted, usePermissions } from "#/connection/permissions.tsx";
import { isProvisionalId } from "#/record/provisional-id.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { paths } from "#/app/paths.ts";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import type { Wording } from "#/record/wording.ts";
import { useDiscard } from "#/changes/mutations.ts";
import { readingText } from "#/record/reading-value.tsx";
import { missingRecordAnswer } from "#/connection/capabilities.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { BottomBar } from "#/ui/page/bottom-bar.tsx";
import { Button } from "#/ui/form/button.tsx";
import { useViewport } from "#/ui/page/viewport.ts";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { Card } from "#/ui/page/card.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { Note } from "#/marks/note.tsx";
import { useNow } from "#/ui/display/use-now.ts";
import { WithSidebar } from "#/ui/page/page.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { State } from "#/marks/state.tsx";
import styles from "./change-sets.module.css";
import { holdText } from "./change-proof.tsx";
import { CreatedFields } from "./created-fields.tsx";
import { EvidenceForm, wrongDays } from "#/changes/evidence-form.tsx";
import { useApply, useSplitOff, useSubmit } from "./mutations.ts";
import { approvalSettingsQuery } from "./queries.ts";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import { countText } from "#/ui/display/count.tsx";
import { asItStands, Spans, changeSpans, changeText } from "#/changes/change-text.tsx";
import { useEvidenceDraft } from "./use-evidence-draft.ts";

export interface DraftReviewProps {
  changeSet: ChangeSet;
  changes: readonly Change[];
  wording: Wording;
}

/** The staged changes as sentences, the form for evidence, and Apply. */
export function DraftReview({ changeSet, changes, wording }: DraftReviewProps) {
  const { data: connection } = useQuery(connectionQuery);
  const viewport = useViewport();
  const { data: approvals } = useQuery(approvalSettingsQuery);
  const asksFirst = approvals !== undefined && approvals.required > 0;
  const applying = useApply(changeSet.id);
  const submitting = useSubmit(changeSet.id);
  const apply = asksFirst ? submitting : applying;
  const discard = useDiscard();
  const split = useSplitOff(changeSet);
  const { may } = usePermissions();
  const draft = useEvidenceDraft(changeSet);
  const [asked, setAsked] = useState(false);
  // A second press can come while the evidence is still being saved.
  const underWay = useRef(false);
  const drafts = changes.filter(({ state }) => state === "draft");
  const { evidence } = draft;
  const needsReason = approvals?.reasonRequired !== false && drafts.some((change) => change.evidence === null);
  const missing = needsReason && evidence === null;
  const wrong = Object.keys(wrongDays(draft.typed, new Date(useNow()))).length > 0;
  const mode = connection?.mode ?? "test";
  const run = () => {
    setAsked(true);
    if (wrong) {
      document.querySelector<HTMLInputElement>("aside input[aria-invalid]")?.focus();
      return;
    }
    // After Undo the list still shows what was applied, until it is read again.
    if (missing || apply.isPending || changeSet.counts.draft === 0) {
      document.querySelector<HTMLTextAreaElement>("aside textarea")?.focus();
      return;
    }
    if (underWay.current) return;
    underWay.current = true;
    void draft
      .settled()
      .then((settled) => {
        if (settled === null) {
          document.querySelector<HTMLElement>("aside [data-keep-mine]")?.focus();
          return undefined;
        }
        // Awaited, since the form is gone once the set is applied.
        return apply.mutateAsync(settled).then(draft.forget, draft.resume);
      })
      .finally(() => void (underWay.current = false));
  };
  const choose = (whose: "mine" | "theirs") => {
    const [first] = draft.conflicts;
    draft.choose(whose);
    if (first !== undefined) document.querySelector<HTMLElement>(`aside [name="${first.part}"]`)?.focus();
  };
  useShortcuts([{ keys: "mod+enter", label: asksFirst ? "Ask for review" : "Apply", everywhere: true, run }]);
  const byDirectory = Map.groupBy(drafts, ({ indexId }) => indexId);
  const held = drafts.filter(({ holds }) => holds !== null);
  const deletions = drafts.filter(({ operation }) => operation.op === "delete").length;
  const fieldErrors = apply.error instanceof BffError ? apply.error.fieldError("/evidence/reason") : undefined;
  return (
    <>
      {apply.error === null ? null : (
        <div style={{ marginBlockEnd: 12 }}>
          <Note kind="failed" live>
            {asksFirst ? "Nothing is in review." : "Nothing was applied."} {errorSentence(apply.error)}
          </Note>
        </div>
      )}
      <WithSidebar
        sidebar={
          <div className={styles["rail"]}>
            <Card title="Evidence">
              <EvidenceForm
                typed={draft.typed}
                isNext={viewport !== "narrow" && missing}
                onType={draft.type}
                onLeave={draft.keep}
                note={draft.conflicts.length > 0 ? "Not saved until you choose." : evidenceStateText[draft.state]}
                error={
                  asked && missing
                    ? `Enter a reason. Changes can’t be ${asksFirst ? "reviewed" : "applied"} without one.`
                    : fieldErrors
                }
              />
              {draft.conflicts.length === 0 ? null : (
                <Note
                  kind="conflict"
                  live
                  actions={
                    <>
                      <Button size="xs" onClick={() => choose("theirs")}>
                        Use theirs
                      </Button>
                      <Button size="xs" data-keep-mine="" onClick={() => choose("mine")}>
                        Keep mine
                      </Button>
                    </>
                  }
                >
                  <b>Somebody else changed it too.</b>{" "}
                  {draft.conflicts.map(({ part, theirs }) => (
                    <span key={part}>
                      {evidencePartText[part]}: {theirs === "" ? "empty" : <bdi>“{theirs}”</bdi>}.{" "}
                    </span>
                  ))}
                </Note>
              )}
            </Card>
            <section aria-label="Checks">
              <SectionHeading title="Checks" />
              <ul className={styles["checks"]} style={{ marginBlockStart: 8 }}>
                <li>
                  <State state="applied" show="mark" label="checked" />
                  <span>
                    Nothing writes to <code>{connection?.standardIndexId ?? "the standard index"}</code>
                  </span>
                </li>
                {asksFirst ? (
                  <li>
                    <State state="in review" show="mark" />
                    <span>
                      Applied once{" "}
                      {approvals.required === 1 ? "one person approves" : `${approvals.required} people approve`}
                      {approvals.ownCounts ? "" : ", other than who staged it"}
                    </span>
                  </li>
                ) : null}
                <li>
                  <State state="applied" show="mark" label="checked" />
                  <span>Sending waits five seconds and can be undone until then</span>
                </li>
                {held.length === 0 ? null : (
                  <li>
                    <State state="held" show="mark" />
                    <span>
                      {held.length < drafts.length ? held.length : held.length === 1 ? "It" : `All ${held.length}`} will
                      be held. {holdText(connection, held)} Readers of the gateway get{" "}
                      {held.length === 1 ? "it" : "them"} all the same.
                    </span>
                  </li>
                )}
                {deletions === 0 ? null : (
                  <li>
                    <State state="applied" show="mark" label="checked" />
                    <span>
                      Once it is applied, readers of the gateway get {missingRecordAnswer(connection)} for{" "}
                      {deletions === 1 ? "the deleted record" : `the ${deletions} deleted records`}
                    </span>
                  </li>
                )}
              </ul>
            </section>
          </div>
        }
      >
        <RejectedChanges changes={changes} wording={wording} />
        {[...new Set(drafts.flatMap(({ because }) => because ?? []))].map((because) => (
          <Note key={because} kind="plain">
            {because}
          </Note>
        ))}
        <SectionHeading title={countText(drafts.length, "change")} note={changeSet.contents} />
        {[...byDirectory.values()].flatMap((ofDirectory) => [
          changeSet.indexId === null ? <DirectoryHeading key={ofDirectory[0]?.indexId} changes={ofDirectory} /> : null,
          ...[...Map.groupBy(ofDirectory, ({ record }) => recordKey(record))].map(([key, ofRecord]) => {
            const [first] = ofRecord;
            if (first === undefined) return null;
            return (
              <section
                key={`${first.indexId} ${key}`}
                className={styles["group"]}
                aria-label={changeSet.indexId === null ? `${nameOf(first)} in ${first.indexName}` : nameOf(first)}
              >
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
                      <Link
                        to={paths.practitioner.href({ indexId: first.indexId, practitionerId: first.practitioner.id })}
                      >
                        <bdi>{first.practitioner.name ?? first.practitioner.id}</bdi>
                      </Link>
                    </span>
                  )}
                </header>
                <ul>
                  {ofRecord.map((change) => (
                    <li key={change.id} className={styles["line"]}>
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
                              “<bdi>{change.evidence.reason}</bdi>”
                            </>
                          )}
                        </small>
                      </div>
                      <span className={styles["lineVerbs"]}>
                        {drafts.length > 1 && may("stage") ? (
                          <Button
                            size="xs"
                            variant="subtle"
                            waits={split.isPending}
                            onClick={() => split.mutate(change.id)}
                            aria-label={`Split off: ${changeText(change, wording)}`}
                          >
                            Split off
                          </Button>
                        ) : null}
                        <Button
                          size="xs"
                          loading={discard.isPending}
                          onClick={() => discard.mutate([change])}
                          aria-label={`Discard: ${changeText(change, wording)}`}
                        >
                          Discard
                        </Button>
                      </span>
                    </li>
                  ))}
                </ul>
              </section>
            );
          }),
        ])}
      </WithSidebar>
      <BottomBar
        label={asksFirst ? "Ask for review" : "Apply"}
        mark={<State state="draft" show="mark" />}
        title={countText(drafts.length, "change")}
        note={
          <>
            in <bdi>{changeSet.indexName}</bdi>, saved as a draft
            {connection?.mode === "live" ? (
              <>
                {" "}
                of <bdi>{connection.name}</bdi>, where what is applied is real
              </>
            ) : null}
          </>
        }
        actions={
          <>
            {wrong ? <span style={{ color: "var(--dc-ink-3)" }}>Correct the dates first</span> : null}
            {missing && !wrong ? <span style={{ color: "var(--dc-ink-3)" }}>Give a reason first</span> : null}
            <Button
              variant="subtle"
              to={
                changeSet.indexId === null ? paths.matrix.href() : paths.directory.href({ indexId: changeSet.indexId })
              }
            >
              Add more
            </Button>
            <Permitted action={asksFirst ? "stage" : "apply"} says>
              <Button
                variant="filled"
                loading={apply.isPending}
                rightSection={<Kbd keys="mod+enter" hint />}
                onClick={run}
              >
                {asksFirst
                  ? `Ask for review of ${countText(drafts.length, "change")}`
                  : `Apply ${countText(drafts.length, "change")} to ${mode}`}
              </Button>
            </Permitted>
          </>
        }
      />
    </>
  );
}

/** What reviewers rejected of a set that is a draft again, with their words. */
function RejectedChanges({ changes, wording }: Pick<DraftReviewProps, "changes" | "wording">) {
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

const evidenceStateText = {
  typed: "Saved with the draft when you leave the field.",
  keeping: "Saving with the draft",
  kept: "Saved with the draft.",
  "not kept": "Not saved. Try again.",
} as const;

const evidencePartText = {
  reason: "Reason",
  source: "Source",
  verifiedOn: "Verified on",
  reviewBy: "Review by",
} as const;

/** The value before the change; empty for members of a set, since their sentence already says it. */
function before(change: Change, wording: Wording): string {
  if (change.valueBefore === null || change.kind === "set") return "";
  if (change.kind === "phones") return "";
  const { operation } = change;
  if (change.kind === "languages" && "element" in operation && typeof operation.element === "string") {
    const text = textsOf(change.valueBefore)?.get(operation.element);
    return text === undefined ? "" : `Now ${text}`;
  }
  return `Now ${readingText(change.valueBefore, wording.field(change.record.type, change.field ?? ""))}.`;
}
