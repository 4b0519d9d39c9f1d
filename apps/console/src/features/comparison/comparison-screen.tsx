import type { RecordView } from "@dc/contract";
import { recordKey } from "@dc/directory";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { paths } from "#/app/paths.ts";
import { DraftBar } from "#/changes/draft-bar.tsx";
import { placesOf, type Place, worstVerdict } from "#/record/field-row.ts";
import { nameOfPractitioner, planNameIn, recordsOf } from "#/record/practitioner-view.ts";
import { LifeNote } from "#/changes/lifecycle-note.tsx";
import { PractitionerNotes } from "#/record/practitioner-notes.tsx";
import { usePractitioner } from "#/record/use-practitioner.ts";
import { useGivenId } from "#/record/use-assigned-id.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { Button } from "#/ui/form/button.tsx";
import { copyText } from "#/ui/text/copyable-id.tsx";
import { Icon } from "#/ui/text/icon.tsx";
import { Page } from "#/ui/page/page.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { CompareRows, isShown } from "./comparison-rows.tsx";
import { CompareTools, countsOf } from "./comparison-toolbar.tsx";
import { Inspector } from "./inspector.tsx";
import { RawDiff } from "./raw-diff.tsx";
import { compareSearch } from "./search.ts";
import { SentenceList } from "./sentence-list.tsx";
import { SwapIndex } from "./against-choice.tsx";
import { recordOf, useCompareDesk } from "./use-comparison-decisions.tsx";
import { useSteadyRows } from "./use-stable-row-order.ts";

/** A practitioner with its schedules in one directory against the standard index, or against another directory. */
export function CompareScreen({ indexId, practitionerId }: { indexId: string; practitionerId: string }) {
  const [params, change] = useUrlState();
  const search = compareSearch(params);
  const { data: connection } = useQuery(connectionQuery);
  const practitioner = usePractitioner({
    indexId,
    practitionerId,
    ...(search.against === null ? {} : { against: search.against }),
    raw: search.view === "raw",
  });
  const { view } = practitioner;
  const toast = useToast();
  const drafts = useMemo(() => (view?.changes ?? []).filter(({ state }) => state === "draft"), [view]);
  const planName = useMemo(() => (view === undefined ? () => null : planNameIn(view)), [view]);
  const isStandard = search.against === null || search.against === connection?.standardIndexId;
  const records = useMemo<readonly RecordView[]>(() => (view === undefined ? [] : recordsOf(view)), [view]);
  const placesOfRecord = useMemo(
    () => new Map(records.map((record) => [recordKey(record.record), placesOf(record, { connection, planName })])),
    [records, connection, planName],
  );
  const places = useMemo(() => [...placesOfRecord.values()].flat(), [placesOfRecord]);
  const placeById = useMemo(() => new Map(places.map((place) => [place.id, place])), [places]);
  const steady = useSteadyRows({
    placesOfRecord,
    shows: (place) => isShown(place, search.verdicts, search.onlyChanged),
    of: [indexId, practitionerId, search.against, search.view, search.onlyChanged, ...search.verdicts].join(),
  });
  const current = placeById.get(search.at ?? "") ?? placeById.get(steady.first ?? "") ?? null;
  const decidable = isStandard && view?.index.readOnly === false;
  const counts = countsOf(places);
  const same = counts.get("same") ?? 0;
  const select = (place: Place) => change({ at: place.id });
  const desk = useCompareDesk({
    indexId,
    view,
    records,
    planName,
    drafts,
    decidable,
    current,
    shown: [...steady.rows.values()].flat(),
    onSelect: select,
  });
  const readNow = () => {
    steady.ask();
    practitioner.readNow();
  };

  const knownId = view?.practitioner.record.id ?? practitionerId;
  const addressOf = (id: string) => paths.practitioner.href({ indexId, practitionerId: id });
  useGivenId(knownId, practitionerId, addressOf);
  const name = view === undefined ? practitionerId : nameOfPractitioner(view);
  const worst = worstVerdict(places);
  const againstName =
    view === undefined ? (search.against ?? "Standard now") : isStandard ? "Standard now" : view.against.name;
  const currentRecord = current === null ? undefined : recordOf(records, current);
  return (
    <Page
      title="Compare"
      documentTitle={`Compare · ${name}`}
      crumbs={[
        { label: "Roster", to: paths.directory.href({ indexId }) },
        { label: name, to: addressOf(knownId) },
        { label: "Compare" },
      ]}
      scope={
        view === undefined
          ? { id: indexId, name: indexId }
          : {
              id: indexId,
              name: view.index.name,
              locked: view.index.readOnly,
              ...(worst === null ? {} : { verdict: worst }),
            }
      }
      lede={
        view === undefined ? (
          "\u00a0"
        ) : (
          <>
            <bdi>{name}</bdi> and {view.schedules.length === 1 ? "1 schedule" : `${view.schedules.length} schedules`} in{" "}
            <b>
              <bdi>{view.index.name}</bdi>
            </b>
            , against {isStandard ? "the standard index" : <bdi>{view.against.name}</bdi>}
          </>
        )
      }
      actions={
        <>
          <Button
            variant="subtle"
            leftSection={<Icon name="link" />}
            onClick={() =>
              void copyText(window.location.href).then((worked) =>
                toast({ text: worked ? "Link copied. It opens this very view." : "The browser refused to copy." }),
              )
            }
          >
            Copy link
          </Button>
          <Button
            variant="subtle"
            leftSection={<Icon name="refresh" />}
            disabled={practitioner.reading}
            onClick={readNow}
          >
            Read now
          </Button>
          <SwapIndex
            indexId={indexId}
            onChoose={(other) => change({ against: other === connection?.standardIndexId ? null : other, at: null })}
          />
        </>
      }
    >
      <CompareTools search={search} counts={counts} isRead={view !== undefined} onChange={change} />
      {view === undefined ? (
        practitioner.error === null ? (
          <SkeletonRows rows={14} label="Reading both indices" />
        ) : (
          <ReadFailure error={practitioner.error} onRetry={practitioner.refetch} />
        )
      ) : (
        <>
          <PractitionerNotes
            view={view}
            failure={practitioner.failures[recordKey(view.practitioner.record)]?.detail ?? null}
            unreachable={practitioner.unreachable}
            unread={view.schedules.filter(({ comparison }) => comparison.presence === "not read").length}
            onReadNow={readNow}
            lifecycle={
              <LifeNote
                record={view.practitioner}
                view={view}
                {...(isStandard ? {} : { otherName: view.against.name })}
              />
            }
          />
          {search.view === "fields" ? (
            <CompareRows
              view={view}
              records={records}
              placesOfRecord={placesOfRecord}
              rows={steady.rows}
              onlyChanged={search.onlyChanged}
              current={current?.id ?? null}
              againstName={againstName}
              isStandard={isStandard}
              decidable={decidable}
              reading={practitioner.reading}
              onTouch={steady.hold}
              onSelect={select}
              onDecide={desk.decide}
              onResolve={desk.resolve}
              onShowSame={() => change({ all: "1" })}
              cardOf={desk.cardOf}
            />
          ) : search.view === "sentences" ? (
            <SentenceList
              records={records}
              changes={view.changes}
              verdicts={search.verdicts}
              planName={planName}
              otherName={isStandard ? null : view.against.name}
              placeById={placeById}
              same={same}
              title={`${name} in ${view.index.name}, against ${isStandard ? "the standard index" : view.against.name}`}
              decidable={decidable}
              onResolve={desk.resolve}
              onTakeBase={(place) => desk.decide(place, "take base")}
              cardOf={desk.cardOf}
            />
          ) : (
            <RawDiff
              records={records}
              placesOfRecord={placesOfRecord}
              connection={connection}
              againstName={againstName}
              chosen={search.record}
              lines={search.lines}
              data={search.data}
              onChange={change}
            />
          )}
          {current === null || currentRecord === undefined || search.view === "raw" ? null : (
            <Inspector
              place={current}
              record={currentRecord}
              view={view}
              isStandard={isStandard}
              decidable={decidable}
              busy={desk.busy}
              onDecide={desk.decide}
              onResolve={desk.resolve}
            />
          )}
          {view.draft === null || view.draft.changes === 0 ? null : (
            <DraftBar indexId={indexId} draft={view.draft} drafts={drafts} />
          )}
        </>
      )}
    </Page>
  );
}
