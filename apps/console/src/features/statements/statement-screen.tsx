import type { StatementPlace, StatementReach, Verified, VerifyInput } from "@dc/contract";
import { maxStagedAtOnce, maxLength, maxStatementReach, maxVerifiedAtOnce } from "@dc/contract/limits";
import { recordKey } from "@dc/directory";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { bff } from "#/api/bff.ts";
import { paths } from "#/paths.ts";
import { unlistedText } from "#/connection/capabilities.ts";
import { usePermissions } from "#/connection/permissions.tsx";
import { connectionQuery } from "#/connection/queries.ts";
import { useToday } from "#/connection/use-today.ts";
import { countText, numberText } from "#/ui/display/count.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import { dayOf } from "#/ui/display/format-time.ts";
import { Button } from "#/ui/form/button.tsx";
import { Toggle } from "#/ui/form/check-field.tsx";
import { UnsavedStatus } from "#/ui/form/unsaved-status.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { BottomBar } from "#/ui/page/bottom-bar.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Page } from "#/ui/page/page.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { EvidenceForm, evidenceFrom, type TypedEvidence } from "#/changes/evidence-form.tsx";
import { begunFrom, type BegunStatement, keptStatementQuery, nothingBegun, useKeeping } from "./kept-statement.ts";
import { StatementFields } from "./statement-fields.tsx";
import { StatementLegend } from "./statement-legend.tsx";
import { goToLeftOut, LeftOutList, type LeftOutListProps } from "./left-out-list.tsx";
import { problemOf } from "./queries.ts";
import { type FactPlace, type GridView, StatementGrid, useGridView } from "./statement-grid.tsx";
import {
  canTake,
  changesOf,
  contradictionIn,
  directoriesOf,
  distinctFindings,
  factNote,
  isTaken,
  type PlacedFinding,
  leftOutGroups,
  lettersOf,
  needsNothing,
  practitionersOf,
  rightOf,
} from "./statement-places.ts";
import { NotShownNote, type Staged, StagedNote } from "./staged-note.tsx";
import { leftOfList, namedFor, statementFrom, type TypedStatement, withFact } from "./typed-statement.ts";
import { ContradictionNote, MovedNote, RefusedNote } from "./staging-notes.tsx";
import { useStageStatement } from "./use-stage-statement.ts";
import { type StatementSearch, useStatementSearch } from "./use-statement-search.ts";
import styles from "./statements.module.css";

const isHere = ({ finding }: PlacedFinding) => finding.leftOut !== "elsewhere";

interface Ticked {
  changes: number;
  /** Records that are right as they stand. */
  right: number;
  contradiction: readonly PlacedFinding[] | null;
  evidence: TypedEvidence;
}

/** Why all of it cannot be staged or verified by one act. */
function whyNotAtOnce({ changes, right, contradiction, evidence }: Ticked): string | null {
  if (contradiction !== null) return "Two facts say different things.";
  if (changes > maxStagedAtOnce) return `At most ${numberText(maxStagedAtOnce)} changes are staged at once.`;
  if (right > maxVerifiedAtOnce) return `At most ${numberText(maxVerifiedAtOnce)} records are verified at once.`;
  return problemOfSource(right, evidence) ?? null;
}

function problemOfSource(right: number, { source }: TypedEvidence): string | undefined {
  if (right === 0) return undefined;
  if (source.trim() === "") return "Enter who said that it is right.";
  return source.trim().length > maxLength.personName
    ? `Enter who said that it is right in at most ${maxLength.personName} characters.`
    : undefined;
}

function verbOf(changes: number, directories: number, right: number): string {
  const staged = `Stage ${countText(changes, "change")}`;
  if (right === 0) return `${staged} in ${inDirectories(directories)}`;
  return changes === 0
    ? `Verify ${countText(right, "record")} as ${right === 1 ? "it stands" : "they stand"}`
    : `${staged}, verify ${countText(right, "record")}`;
}

/** On whose word records are verified: what was typed as evidence. */
function verificationFrom(
  of: VerifyInput["of"],
  { facts }: TypedStatement,
  { source, verifiedOn, reviewBy, reason }: TypedEvidence,
  today: string,
): VerifyInput | null {
  const how = facts.find((fact) => fact.kind === "right")?.how;
  if (of.length === 0 || how === undefined) return null;
  return {
    of,
    saidBy: source.trim(),
    how,
    verifiedOn: verifiedOn === "" ? today : verifiedOn,
    askAgainOn: reviewBy === "" ? null : reviewBy,
    note: reason.trim() === "" ? null : reason.trim(),
    unsettled: "leave out",
  };
}

/** What was ticked as right, and moved meanwhile. */
function notVerified(findings: readonly PlacedFinding[], verified: Verified | null): PlacedFinding[] {
  const left = new Set(verified?.leftOut.map(({ indexId, record }) => `${indexId} ${recordKey(record)}`));
  return distinctFindings(findings).filter(
    ({ place, finding }) => finding.says !== null && left.has(`${place.index.id} ${recordKey(finding.record)}`),
  );
}

/** Whom a statement reaches by now beyond what was shown: by name, where all was shown. */
function beyondShown(
  places: readonly StatementPlace[],
  total: number,
  reached: StatementReach | null,
): Pick<Staged, "more" | "changed" | "notShown"> {
  const keyOf = ({ practitioner, index, schedules }: Omit<StatementReach["items"][number], "says">) =>
    `${practitioner.id} ${index.id} ${schedules}`;
  const known = new Map(places.map((place) => [keyOf(place), place.says]));
  const changed = (reached?.items ?? []).filter((item) => {
    const said = known.get(keyOf(item));
    return said !== undefined && said !== item.says;
  });
  const more = places.length < total ? [] : (reached?.items ?? []).filter((item) => !known.has(keyOf(item)));
  return { more, changed, notShown: Math.max(0, (reached?.total ?? total) - places.length - more.length) };
}

const inDirectories = (count: number) => (count === 1 ? "1 directory" : `${numberText(count)} directories`);

/** From what somebody said to one change set over all that it concerns. What was begun is kept until it is staged. */
export function StatementScreen() {
  const { data: kept, error, refetch } = useQuery(keptStatementQuery);
  const [attempt, setAttempt] = useState(0);
  if (kept !== undefined)
    return (
      <Statement
        key={attempt}
        begun={attempt === 0 ? begunFrom(kept) : nothingBegun}
        keptAt={attempt === 0 ? kept.keptAt : null}
        onDiscard={() => setAttempt(attempt + 1)}
      />
    );
  return (
    <Page title="What did they say?">
      {error === null ? (
        <SkeletonRows rows={9} label="Looking for what was begun" />
      ) : (
        <ReadFailure error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

function Statement({
  begun,
  keptAt,
  onDiscard,
}: {
  begun: BegunStatement;
  keptAt: string | null;
  onDiscard: () => void;
}) {
  const [typed, setTyped] = useState(begun.typed);
  const [evidence, setEvidence] = useState(begun.evidence);
  const [staged, setStaged] = useState<Staged | null>(null);
  const { may } = usePermissions();
  const { data: connection } = useQuery(connectionQuery);
  const today = useToday();
  const navigate = useNavigate();
  const { stage, busy, refused, forget } = useStageStatement();
  const grid = useGridView();
  const statement = statementFrom(typed);
  const search = useStatementSearch(begun, statement);
  const { asked, preview, places, total, findings, choices, isAsAsked, isReading } = search;
  const keeping = useKeeping({ typed, evidence, ...search.kept }, keptAt);
  const facts = asked?.facts ?? [];
  const changes = useMemo(() => changesOf(findings, choices), [findings, choices]);
  const right = useMemo(() => rightOf(findings, choices), [findings, choices]);
  const directories = new Set(changes.map(({ change }) => change.indexId)).size;
  const find = (fresh: boolean, of = statement) => {
    if (!("input" in of)) return;
    setStaged(null);
    keeping.resume();
    grid.leave();
    forget();
    search.find(of.input, fresh);
  };
  const addPlace = (name: string) => {
    const more = { ...typed, places: [...new Set([...typed.places, name])] };
    setTyped(more);
    find(false, statementFrom(more));
    // The button that was pressed goes away with what it was about.
    document.querySelector<HTMLElement>("[aria-labelledby=statement] button[type=submit]")?.focus();
  };
  const contradiction = useMemo(() => contradictionIn(changes), [changes]);
  const why = !may("stage")
    ? "Your role may not stage changes."
    : staged !== null
      ? "It is staged already."
      : !isAsAsked
        ? "The statement was changed: find where it applies again."
        : isReading
          ? "Reading the records."
          : whyNotAtOnce({ changes: changes.length, right: right.length, contradiction, evidence });
  const isReady = why === null && changes.length + right.length > 0;
  const stageAll = async () => {
    if (!isReady || busy) return;
    const request = {
      changes,
      name: namedFor(typed.facts.filter(({ kind }) => kind !== "right")),
      evidence: evidenceFrom(evidence),
      verification: verificationFrom(right, typed, evidence, dayOf(today)),
    };
    await stage(request, async ({ changeSetId, verified }) => {
      const left = notVerified(findings, verified);
      await keeping.discard();
      const reached = await bff.post<StatementReach>("/statements/reach", asked?.scope).catch(() => null);
      const beyond = beyondShown(places, total, reached);
      if (changeSetId !== null && beyond.more.length + beyond.changed.length + left.length + beyond.notShown === 0)
        void navigate(paths.changeSet.href({ changeSetId }));
      else setStaged({ changeSetId, count: changes.length, verified: verified?.records ?? 0, left, ...beyond });
    });
  };
  const tickPlace = (fact: number | null) => {
    const of = grid.current === null ? [] : changeableAt(findings, grid.current, fact);
    search.tick(of, !of.every((placed) => isTaken(placed, choices)));
  };
  useShortcuts([
    { keys: "x", label: "Tick all of a practitioner in a directory, or leave it", run: () => tickPlace(null) },
    ...facts.map((_, fact) => ({
      keys: String(fact + 1),
      label: `Tick fact ${fact + 1} of a practitioner in a directory, or leave it`,
      run: () => tickPlace(fact),
    })),
    ...(grid.opened === null ? [] : [{ keys: "escape", label: "Close the records", run: () => grid.open(null) }]),
    { keys: "l", label: "Go to what is left out", run: goToLeftOut },
    { keys: "n", label: "Add a phone to the statement", run: () => setTyped(withFact(typed, "phone")) },
    { keys: "mod+enter", label: "Stage the changes of the statement", whileTyping: true, run: () => void stageAll() },
  ]);
  return (
    <Page
      title="What did they say?"
      lede="Begin with what was said; the console finds where it applies."
      actions={
        may("stage") ? (
          <UnsavedStatus word="Kept" since={keeping.since} onDiscard={() => void keeping.discard().then(onDiscard)} />
        ) : null
      }
    >
      <form
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          find(false);
        }}
      >
        <StatementFields
          typed={typed}
          onType={setTyped}
          noteOf={(fact) => (isAsAsked && !isReading ? factNote(findings, choices, fact) : null)}
          problemOf={(fact) => (isAsAsked ? problemOf(preview.error, fact) : null)}
          missing={"missing" in statement ? statement.missing : null}
          isFound={isAsAsked}
          isReading={isReading}
          onReadAll={asked === null ? null : () => find(true)}
        />
        <StatementEvidence error={problemOfSource(right.length, evidence)} typed={evidence} onType={setEvidence} />
      </form>
      {asked === null || facts.some((_, fact) => problemOf(preview.error, fact) !== null) ? null : preview.isError ? (
        <ReadFailure error={preview.error} onRetry={() => void preview.refetch()} />
      ) : preview.data === undefined ? (
        <SkeletonRows rows={9} label="Finding where it applies" />
      ) : places.length === 0 ? (
        <EmptyState title="It applies nowhere">
          No roster that you can see has a practitioner whom this finds. {unlistedText(connection)}
        </EmptyState>
      ) : (
        <>
          {staged === null ? null : <StagedNote staged={staged} onFind={() => find(false)} />}
          {refused === null ? null : <RefusedNote refused={refused} onReadNow={() => find(false)} />}
          <WhereItApplies
            search={search}
            grid={grid}
            isStaged={staged !== null}
            contradiction={contradiction}
            list={leftOfList(typed)}
            onReadNow={() => find(true)}
            onAddPlace={typed.about === "places" && isAsAsked ? addPlace : null}
          />
          <StatementBar
            name={namedFor(typed.facts)}
            note={why ?? (places.length < total ? "Not all of it is shown" : "not staged yet")}
            verb={verbOf(changes.length, directories, right.length)}
            isReady={isReady}
            busy={busy}
            onStage={() => void stageAll()}
          />
        </>
      )}
    </Page>
  );
}

interface StatementEvidenceProps {
  /** What is wrong with who said it. */
  error: string | undefined;
  typed: TypedEvidence;
  onType: (typed: TypedEvidence) => void;
}

function StatementEvidence({ error, typed, onType }: StatementEvidenceProps) {
  return (
    <section className={styles["evidence"]} aria-labelledby="statement-evidence">
      <SectionHeading id="statement-evidence" title="Evidence" note="for all of it" />
      <EvidenceForm isOfStatement sourceError={error} typed={typed} onType={onType} />
    </section>
  );
}

interface WhereItAppliesProps extends Pick<LeftOutListProps, "list" | "onReadNow" | "onAddPlace"> {
  search: StatementSearch;
  grid: GridView;
  isStaged: boolean;
  /** What is ticked though it cannot all be so. */
  contradiction: readonly PlacedFinding[] | null;
}

/** What was found: the grid of places, and what is left out of them. */
function WhereItApplies({ search, grid, isStaged, contradiction, ...ofLeftOut }: WhereItAppliesProps) {
  const { asked, preview, places, total, findings, choices, moved, gone, isReading } = search;
  const facts = asked?.facts ?? [];
  const takeMoved = (of: readonly PlacedFinding[]) => {
    search.tick(of, true);
    // The button that was pressed goes away.
    goToLeftOut();
  };
  const letterOf = useMemo(() => lettersOf(findings, asked?.facts ?? []), [findings, asked]);
  const groups = useMemo(() => leftOutGroups(findings), [findings]);
  const planNames = new Map((preview.data?.pages[0]?.plans ?? []).map(({ id, name }) => [id, name]));
  const planNameOf = (id: string) => planNames.get(id) ?? id;
  return (
    <>
      {moved.length + gone === 0 || isReading ? null : (
        <div style={{ marginBlockEnd: 12 }}>
          <MovedNote moved={moved} gone={gone} onTake={takeMoved} />
        </div>
      )}
      <SectionHeading
        title="Where it applies"
        note={
          isReading
            ? `Reading ${numberText(places.length)} of ${numberText(Math.min(total, maxStatementReach))}`
            : `${countText(new Set(places.map(({ practitioner }) => practitioner.id)).size, "practitioner")} in ${inDirectories(new Set(places.map(({ index }) => index.id)).size)}`
        }
        action={
          <Toggle label="Only what stands out" checked={grid.onlyStandingOut} onChange={grid.setOnlyStandingOut} />
        }
      />
      {isReading || isStaged ? null : <NotShownNote shown={places.length} total={total} />}
      <UnknownIds ids={preview.data?.pages[0]?.unknownIds ?? []} />
      <NotSoughtNote why={preview.data?.pages[0]?.notSought ?? null} />
      <StatementGrid
        label="Where the statement applies"
        practitioners={practitionersOf(places, grid.onlyStandingOut ? findings : null)}
        directories={directoriesOf(places)}
        facts={facts}
        findings={findings}
        letterOf={letterOf}
        planName={planNameOf}
        choices={choices}
        current={grid.current}
        onCurrent={grid.setCurrent}
        opened={grid.opened}
        onOpen={grid.open}
        onTick={search.tick}
      />
      <StatementLegend letterOf={letterOf} hasPlans={facts.some(({ kind }) => kind === "plan")} />
      {contradiction === null || isReading || isStaged ? null : (
        <div style={{ marginBlockEnd: 20 }}>
          <ContradictionNote between={contradiction} />
        </div>
      )}
      <LeftOutList
        groups={groups}
        needingNothing={distinctFindings(findings).filter(needsNothing).filter(isHere).length}
        letterOf={letterOf}
        planName={planNameOf}
        choices={choices}
        onChoose={search.choose}
        {...ofLeftOut}
      />
    </>
  );
}

function UnknownIds({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <p className={styles["unknown"]}>
      On no roster: <code>{ids.slice(0, 20).join(", ")}</code>
      {ids.length > 20 ? ` and ${numberText(ids.length - 20)} more` : ""}
    </p>
  );
}

/** That nobody is found here is all that is known. */
function NotSoughtNote({ why }: { why: string | null }) {
  return why === null ? null : (
    <p className={styles["unknown"]}>On no roster by this text, and not looked up in the service. {why}</p>
  );
}

/** What can be changed at a place, of one fact or of all. */
const changeableAt = (findings: readonly PlacedFinding[], cell: FactPlace, fact: number | null): PlacedFinding[] =>
  findings.filter(
    (placed) =>
      placed.place.practitioner.id === cell.practitionerId &&
      placed.place.index.id === cell.indexId &&
      (fact === null || placed.finding.fact === fact) &&
      canTake(placed),
  );

interface StatementBarProps {
  name: string;
  note: string;
  verb: string;
  isReady: boolean;
  busy: boolean;
  onStage: () => void;
}

function StatementBar({ name, note, verb, isReady, busy, onStage }: StatementBarProps) {
  return (
    <BottomBar
      label="Changes of the statement"
      mark={<StatusMark shape="dashed" hue="quiet" show="mark" word="not staged yet" />}
      title={
        <bdi className={styles["barName"]} data-tip={name} data-tip-when="cut">
          {name}
        </bdi>
      }
      note={note}
      actions={
        <>
          <span className={styles["keys"]}>
            <Kbd keys="x" hint /> tick <Kbd keys="1" hint /> <Kbd keys="2" hint /> one fact <Kbd keys="enter" hint />{" "}
            open
          </span>
          <Button
            variant="filled"
            disabled={!isReady}
            loading={busy}
            rightSection={<Kbd keys="mod+enter" hint />}
            onClick={onStage}
          >
            {verb}
          </Button>
        </>
      }
    />
  );
}
