import type { PractitionerView } from "@dc/contract";
import { recordKey } from "@dc/directory";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useParams } from "react-router";
import { differenceFormats, ExportMenu } from "#/connection/export-menu.tsx";
import { usePermissions } from "#/connection/permissions.tsx";
import { path } from "#/api/bff.ts";
import { paths } from "#/paths.ts";
import { DraftBar } from "#/changes/draft-bar.tsx";
import type { FieldRow } from "#/record/field-row.ts";
import { noWording, wordingOfView } from "#/record/wording.ts";
import { nameOfPractitioner } from "#/record/practitioner-view.ts";
import { LifecycleNote } from "#/changes/lifecycle-note.tsx";
import { PractitionerNotes } from "#/record/practitioner-notes.tsx";
import { usePractitioner } from "#/record/use-practitioner.ts";
import { useAssignedId } from "#/record/provisional-id.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { Button } from "#/ui/form/button.tsx";
import { copyText } from "#/ui/display/copyable-id.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Page } from "#/ui/page/page.tsx";
import { IndexReadFailure } from "#/index-choice/index-read-failure.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { useFocusOnReturn } from "#/ui/page/focus-on-return.ts";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { OtherVisitors } from "#/page-visits/other-visitors.tsx";
import { ComparedView } from "./compared-view.tsx";
import { AgainstChoice, ComparisonToolbar, countsOf } from "./comparison-toolbar.tsx";
import { Inspector } from "./inspector.tsx";
import { comparisonSearch } from "./search.ts";
import { recordOf, useComparisonDecisions } from "./use-comparison-decisions.tsx";
import { useComparedRows } from "./use-compared-rows.ts";

/** A practitioner with its schedules in one directory against the standard index, or against another directory. */
function Comparison({ indexId, practitionerId }: { indexId: string; practitionerId: string }) {
  const [params, change] = useUrlState();
  const search = comparisonSearch(params);
  const { data: connection } = useQuery(connectionQuery);
  const practitioner = usePractitioner({
    indexId,
    practitionerId,
    ...(search.against === null ? {} : { against: search.against }),
    raw: search.view === "raw",
  });
  const { view } = practitioner;
  const drafts = useMemo(() => (view?.changes ?? []).filter(({ state }) => state === "draft"), [view]);
  const wording = useMemo(() => (view === undefined ? noWording : wordingOfView(view, connection)), [view, connection]);
  const isStandard = search.against === null || search.against === connection?.standardIndexId;
  const compared = useComparedRows({
    place: [indexId, practitionerId, search.against],
    view,
    connection,
    wording,
    search,
  });
  const { records, rows, steady, current } = compared;
  useFocusOnReturn('[data-row][aria-pressed="true"]', search.at !== null && current !== null);
  const { may } = usePermissions();
  const decidable = isStandard && view?.index.readOnly === false && may("decide");
  const counts = countsOf(rows);
  const select = (row: FieldRow) => change({ at: row.id });
  const decisions = useComparisonDecisions({
    indexId,
    view,
    records,
    wording,
    drafts,
    decidable,
    current,
    shown: [...steady.shownRows.values()].flat(),
    isChosen: search.at !== null,
    onSelect: select,
  });
  const readNow = () => {
    steady.ask();
    practitioner.readNow();
  };

  const knownId = view?.practitioner.record.id ?? practitionerId;
  const addressOf = (id: string) => paths.practitioner.href({ indexId, practitionerId: id });
  useAssignedId(knownId, practitionerId, addressOf);
  const name = view === undefined ? practitionerId : nameOfPractitioner(view);
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
      scope={{ id: indexId, name: view?.index.name ?? indexId }}
      beside={<OtherVisitors page={{ kind: "practitioner", indexId, practitionerId: knownId }} />}
      lede={view === undefined ? "\u00a0" : <ComparisonLede view={view} isStandard={isStandard} />}
      actions={
        <>
          <CopyLinkButton />
          <Button variant="subtle" leftSection={<Icon name="refresh" />} waits={practitioner.reading} onClick={readNow}>
            Read now
          </Button>
          {isStandard ? (
            <ExportMenu
              exports={[
                {
                  address: path`/index-versions/${indexId}/comparison/export`,
                  query: { practitionerId: knownId },
                  formats: differenceFormats,
                },
              ]}
            />
          ) : null}
          <AgainstChoice
            indexId={indexId}
            onChoose={(chosenId) =>
              change({ against: chosenId === connection?.standardIndexId ? null : chosenId, at: null })
            }
          />
        </>
      }
    >
      <ComparisonToolbar search={search} counts={counts} isRead={view !== undefined} onChange={change} />
      {view === undefined ? (
        practitioner.error === null ? (
          <SkeletonRows rows={14} label="Reading both indices" />
        ) : (
          <IndexReadFailure
            indexId={indexId}
            against={search.against}
            error={practitioner.error}
            onRetry={practitioner.refetch}
          />
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
              <LifecycleNote
                record={view.practitioner}
                view={view}
                {...(isStandard ? {} : { otherName: view.against.name })}
              />
            }
          />
          <ComparedView
            {...{ view, search, wording, connection, againstName, isStandard, decidable, decisions, compared }}
            reading={practitioner.reading}
            onSelect={select}
            onChange={change}
          />
          {current === null || currentRecord === undefined || search.view === "raw" ? null : (
            <Inspector
              row={current}
              record={currentRecord}
              view={view}
              isStandard={isStandard}
              decidable={decidable}
              busy={decisions.busy}
              reasonField={decisions.reasonFieldOf(current)}
              onDecide={decisions.decide}
              onResolve={decisions.resolve}
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

function ComparisonLede({ view, isStandard }: { view: PractitionerView; isStandard: boolean }) {
  return (
    <>
      <bdi>{nameOfPractitioner(view)}</bdi> and{" "}
      {view.schedules.length === 1 ? "1 schedule" : `${view.schedules.length} schedules`} in{" "}
      <b>
        <bdi>{view.index.name}</bdi>
      </b>
      , against {isStandard ? "the standard index" : <bdi>{view.against.name}</bdi>}
    </>
  );
}

function CopyLinkButton() {
  const toast = useToast();
  return (
    <Button
      variant="subtle"
      leftSection={<Icon name="link" />}
      onClick={() =>
        void copyText(window.location.href).then((worked) =>
          toast({ text: worked ? "Link copied. It opens this view." : "Copying failed." }),
        )
      }
    >
      Copy link
    </Button>
  );
}

/** The comparison of the address. */
export function ComparisonScreen() {
  const { indexId = "", practitionerId = "" } = useParams();
  return <Comparison key={`${indexId}/${practitionerId}`} indexId={indexId} practitionerId={practitionerId} />;
}
