import { useQuery } from "@tanstack/react-query";
import { maxStagedAtOnce, maxLength } from "@dc/contract/limits";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "#/paths.ts";
import { unlistedText } from "#/connection/capabilities.ts";
import { usePermissions } from "#/connection/permissions.tsx";
import { connectionQuery } from "#/connection/queries.ts";
import { countText } from "#/ui/display/count.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Toggle } from "#/ui/form/checkbox.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { BottomBar } from "#/ui/page/bottom-bar.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Page } from "#/ui/page/page.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { EvidenceForm, evidenceFrom, noEvidence } from "#/changes/evidence-form.tsx";
import { StatementFields } from "./statement-fields.tsx";
import { StatementLegend } from "./statement-legend.tsx";
import { LeftOutList } from "./left-out-list.tsx";
import { type AskedStatement, mostPlaces, useStatementPreview } from "./queries.ts";
import { type FactPlace, StatementGrid } from "./statement-grid.tsx";
import {
  changesOf,
  type Choice,
  type Choices,
  chosenChange,
  directoriesOf,
  factNote,
  type PlacedFinding,
  placedFindings,
  leftOutGroups,
  lettersOf,
  needsNothing,
  practitionersOf,
} from "./statement-places.ts";
import { emptyStatement, factText, statementFrom, withFact } from "./typed-statement.ts";
import { RefusedNote } from "./refused-note.tsx";
import { useStageStatement } from "./use-stage-statement.ts";
import styles from "./statements.module.css";

const inDirectories = (count: number) => (count === 1 ? "1 directory" : `${count} directories`);

/** From what somebody said to one change set over all places that it concerns. */
export function StatementScreen() {
  const [typed, setTyped] = useState(emptyStatement);
  const [evidence, setEvidence] = useState(noEvidence);
  const [asked, setAsked] = useState<AskedStatement | null>(null);
  const [choices, setChoices] = useState<Choices>(new Map());
  const [current, setCurrent] = useState<FactPlace | null>(null);
  const [onlyStandingOut, setOnlyStandingOut] = useState(false);
  const { may } = usePermissions();
  const { data: connection } = useQuery(connectionQuery);
  const navigate = useNavigate();
  const preview = useStatementPreview(asked);
  const { stage, busy, refused, forget } = useStageStatement();
  const pages = preview.data?.pages;
  const places = useMemo(() => (pages ?? []).flatMap(({ items }) => items), [pages]);
  const findings = useMemo(() => places.flatMap(placedFindings), [places]);
  const facts = asked?.facts ?? [];
  const letterOf = lettersOf(findings, facts);
  const groups = leftOutGroups(findings);
  const changes = changesOf(findings, choices);
  const directories = new Set(changes.map(({ change }) => change.indexId)).size;
  const statement = statementFrom(typed);
  const isAsAsked =
    asked !== null &&
    "input" in statement &&
    JSON.stringify(statement.input) === JSON.stringify({ scope: asked.scope, facts: asked.facts });
  const total = pages?.[0]?.total ?? 0;
  const isReading = preview.isFetching;
  const find = (fresh: boolean) => {
    if (!("input" in statement)) return;
    setChoices(new Map());
    setCurrent(null);
    forget();
    setAsked((before) => ({ ...statement.input, time: (before?.time ?? 0) + 1, fresh }));
  };
  const choose = (of: readonly PlacedFinding[], choice: Choice) =>
    setChoices((before) => new Map([...before, ...of.map(({ key }): [string, Choice] => [key, choice])]));
  const onTick = (of: readonly PlacedFinding[], ticked: boolean) => choose(of, ticked ? "change" : "leave");
  const why = !may("stage")
    ? "Your role may not stage changes."
    : !isAsAsked
      ? "The statement was changed: find its places again."
      : isReading
        ? "Reading the places."
        : changes.length > maxStagedAtOnce
          ? `At most ${maxStagedAtOnce.toLocaleString("en")} changes are staged at once.`
          : null;
  const isReady = why === null && changes.length > 0;
  const name = typed.facts.map(factText).join(", ").slice(0, maxLength.name);
  const stageAll = async () => {
    if (!isReady || busy) return;
    const changeSetId = await stage({ changes, name, evidence: evidenceFrom(evidence) });
    if (changeSetId !== null) void navigate(paths.changeSet.href({ changeSetId }));
  };
  const tickPlace = (fact: number | null) => {
    const of = current === null ? [] : changeableAt(findings, current, fact);
    onTick(
      of,
      of.some((placed) => chosenChange(placed, choices) === null),
    );
  };
  useShortcuts([
    { keys: "x", label: "Tick the place, or leave it", run: () => tickPlace(null) },
    ...facts.map((_, fact) => ({
      keys: String(fact + 1),
      label: `Tick fact ${fact + 1} of the place, or leave it`,
      run: () => tickPlace(fact),
    })),
    { keys: "n", label: "Add a phone to the statement", run: () => setTyped(withFact(typed, "phone")) },
    { keys: "mod+enter", label: "Stage the changes of the statement", everywhere: true, run: () => void stageAll() },
  ]);
  return (
    <Page title="What did they say?" lede="Begin with what was said; the console finds where it applies.">
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
          missing={"missing" in statement ? statement.missing : null}
          isFound={isAsAsked}
          isReading={isReading}
          onReadAll={asked === null ? null : () => find(true)}
        />
        <section className={styles["evidence"]} aria-labelledby="statement-evidence">
          <SectionHeading id="statement-evidence" title="Evidence" note="for all of it" />
          <EvidenceForm isOfStatement typed={evidence} onType={setEvidence} />
        </section>
      </form>
      {asked === null ? null : preview.isError ? (
        <ReadFailure error={preview.error} onRetry={() => void preview.refetch()} />
      ) : pages === undefined ? (
        <SkeletonRows rows={9} label="Finding where it applies" />
      ) : places.length === 0 ? (
        <EmptyState title="It applies nowhere">
          No roster that you can see has a practitioner whom this finds. {unlistedText(connection)}
        </EmptyState>
      ) : (
        <>
          {refused === null ? null : <RefusedNote refused={refused} onReadNow={() => find(false)} />}
          <SectionHeading
            title="Where it applies"
            note={
              isReading
                ? `Reading ${places.length} of ${countText(total, "place")}`
                : `${countText(places.length, "place")} in ${inDirectories(new Set(places.map(({ index }) => index.id)).size)}${places.length < total ? `, ${total - places.length} more not shown: name fewer practitioners` : ""}`
            }
            action={<Toggle label="Only what stands out" checked={onlyStandingOut} onChange={setOnlyStandingOut} />}
          />
          <UnknownIds ids={pages[0]?.unknownIds ?? []} />
          <StatementGrid
            label="Where the statement applies"
            practitioners={practitionersOf(places, onlyStandingOut ? findings : null)}
            directories={directoriesOf(places)}
            facts={facts}
            findings={findings}
            letterOf={letterOf}
            choices={choices}
            current={current}
            onCurrent={setCurrent}
            onTick={onTick}
          />
          <StatementLegend letterOf={letterOf} hasPlans={facts.some(({ kind }) => kind === "plan")} />
          <LeftOutList
            groups={groups}
            needingNothing={findings.filter(needsNothing).length}
            letterOf={letterOf}
            choices={choices}
            onChoose={({ findings: of }, choice) => choose(of, choice)}
            onReadNow={() => find(true)}
          />
          <StatementBar
            name={name}
            note={why ?? (places.length >= mostPlaces ? "Not all places are shown" : "not staged yet")}
            verb={`Stage ${countText(changes.length, "change")} in ${inDirectories(directories)}`}
            isReady={isReady}
            busy={busy}
            onStage={() => void stageAll()}
          />
        </>
      )}
    </Page>
  );
}

function UnknownIds({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <p className={styles["unknown"]}>
      On no roster: <code>{ids.slice(0, 20).join(", ")}</code>
      {ids.length > 20 ? ` and ${ids.length - 20} more` : ""}
    </p>
  );
}

/** What can be changed at a place, of one fact or of all. */
const changeableAt = (findings: readonly PlacedFinding[], cell: FactPlace, fact: number | null): PlacedFinding[] =>
  findings.filter(
    ({ place, finding }) =>
      place.practitioner.id === cell.practitionerId &&
      place.index.id === cell.indexId &&
      (fact === null || finding.fact === fact) &&
      finding.change !== null,
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
      title={<bdi>{name}</bdi>}
      note={note}
      actions={
        <>
          <span className={styles["keys"]}>
            <Kbd keys="x" hint /> tick <Kbd keys="1" hint /> <Kbd keys="2" hint /> <Kbd keys="3" hint /> one fact
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
