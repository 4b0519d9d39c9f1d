import type { PractitionerView } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { usePermissions } from "#/connection/permissions.tsx";
import { paths } from "#/paths.ts";
import { fieldRowsOf } from "#/record/field-row.ts";
import { useRowOrder } from "#/record/use-row-order.ts";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { useChosenSet } from "#/changes/chosen-set.ts";
import { DraftBar } from "#/changes/draft-bar.tsx";
import { canBeDeleted } from "#/record/lifecycle.ts";
import { isProvisionalId, useAssignedId } from "#/record/provisional-id.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { useCommands } from "#/ui/keyboard/commands.tsx";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { MenuButton } from "#/ui/overlay/menu-button.tsx";
import { Page } from "#/ui/page/page.tsx";
import { IndexReadFailure } from "#/index-choice/index-read-failure.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { oldestReading, usePractitioner } from "#/record/use-practitioner.ts";
import { noWording, wordingOfView } from "#/record/wording.ts";
import { nameOfPractitioner, recordsOf } from "#/record/practitioner-view.ts";
import { OtherVisitors } from "#/page-visits/other-visitors.tsx";
import { numberText } from "#/ui/display/count.tsx";
import { VerifiedFact } from "./verified-fact.tsx";
import { PractitionerRecord } from "./practitioner-record.tsx";
import { lazyPart } from "#/ui/page/lazy-part.tsx";
import styles from "./practitioners.module.css";

const DeleteRecordDrawer = lazyPart(() => import("#/features/practitioners/forms/delete-record-drawer.tsx"));

/** One practitioner in one directory, and everything that can be changed about it. */
function OpenPractitioner({ indexId, practitionerId }: { indexId: string; practitionerId: string }) {
  const { data: connection } = useQuery(connectionQuery);
  const practitioner = usePractitioner({ indexId, practitionerId });
  const { view } = practitioner;
  const navigate = useNavigate();
  const [params] = useUrlState();
  const addressOf = (id: string) =>
    paths.practitioner.href({ indexId, practitionerId: id }, { order: params.get("order") });
  const previous = view?.roster?.previousId ?? null;
  const next = view?.roster?.nextId ?? null;
  const wording = useMemo(() => (view === undefined ? noWording : wordingOfView(view, connection)), [view, connection]);
  const rows = useMemo(
    () => (view === undefined ? [] : recordsOf(view).flatMap((record) => fieldRowsOf(record, { connection, wording }))),
    [view, connection, wording],
  );
  const order = useRowOrder(view, rows);
  const draft = useChosenSet(indexId).draft ?? view?.draft ?? null;
  const knownId = view?.practitioner.record.id ?? practitionerId;
  const matrix = paths.practitionerMatrix.href({ practitionerId: knownId });
  const compare = paths.comparison.href({ indexId, practitionerId: knownId });
  const [deleting, setDeleting] = useState(false);
  const { may } = usePermissions();
  const deletable =
    view !== undefined && !view.index.readOnly && may("stage") && canBeDeleted(view.practitioner, view.changes);
  useAssignedId(knownId, practitionerId, addressOf);
  useShortcuts([
    { keys: "c", label: "Compare with standard", run: () => void navigate(compare) },
    ...(previous === null
      ? []
      : [{ keys: "[", label: "Previous in the roster", run: () => void navigate(addressOf(previous)) }]),
    ...(next === null ? [] : [{ keys: "]", label: "Next in the roster", run: () => void navigate(addressOf(next)) }]),
  ]);
  useCommands([
    {
      id: "compare",
      label: "Compare with standard",
      section: "Do",
      keys: "c",
      mark: <Icon name="columns" />,
      run: () => void navigate(compare),
    },
    {
      id: "matrix",
      label: "This practitioner in every directory",
      section: "Do",
      mark: <Icon name="grid" />,
      run: () => void navigate(matrix),
    },
    {
      id: "read now",
      label: "Read this practitioner now",
      section: "Do",
      mark: <Icon name="refresh" />,
      run: practitioner.readNow,
    },
    ...(deletable
      ? [{ id: "delete", label: "Delete this practitioner here…", section: "Do", run: () => setDeleting(true) }]
      : []),
  ]);
  const name = view === undefined ? practitionerId : nameOfPractitioner(view);
  const scope = { id: indexId, name: view?.index.name ?? indexId };
  return (
    <Page
      title={name}
      crumbs={[{ label: "Roster", to: paths.directory.href({ indexId }) }, { label: name }]}
      scope={scope}
      beside={<OtherVisitors page={{ kind: "practitioner", indexId, practitionerId: knownId }} />}
      lede={
        <>
          <Facts practitionerId={knownId} view={view} reading={practitioner.reading} onReadNow={practitioner.readNow} />
          {view?.verified == null ? null : (
            <VerifiedFact indexId={indexId} practitionerId={knownId} verified={view.verified} />
          )}
        </>
      }
      actions={
        <>
          <RosterStep
            to={previous === null ? null : addressOf(previous)}
            label="Previous in the roster"
            icon="chevron-left"
            keys="["
          />
          <RosterStep
            to={next === null ? null : addressOf(next)}
            label="Next in the roster"
            icon="chevron-right"
            keys="]"
          />
          <Button to={compare} rightSection={<Kbd keys="c" hint />}>
            Compare
          </Button>
          <MenuButton
            label={`More for ${name}`}
            className={styles["pageMenu"]}
            items={[
              { label: "In every directory", run: () => void navigate(matrix) },
              ...(deletable ? [{ label: "Delete this practitioner here…", run: () => setDeleting(true) }] : []),
            ]}
          />
        </>
      }
    >
      {view === undefined || order.view === undefined ? (
        practitioner.error === null ? (
          <SkeletonRows rows={12} label="Reading the practitioner" />
        ) : (
          <IndexReadFailure indexId={indexId} error={practitioner.error} onRetry={practitioner.refetch} />
        )
      ) : (
        <>
          <PractitionerRecord
            indexId={indexId}
            view={order.view}
            rows={order.rows}
            order={order}
            wording={wording}
            connection={connection}
            failures={practitioner.failures}
            unreachable={practitioner.unreachable}
            reading={practitioner.reading}
            onReadNow={practitioner.readNow}
          />
          {deleting && deletable ? (
            <DeleteRecordDrawer
              indexId={indexId}
              view={view.practitioner}
              name={name}
              schedules={view.schedules.filter((schedule) => canBeDeleted(schedule, view.changes))}
              onClose={() => setDeleting(false)}
            />
          ) : null}
          {draft === null || draft.changes === 0 ? null : (
            <DraftBar indexId={indexId} draft={draft} drafts={view.changes.filter(({ state }) => state === "draft")} />
          )}
        </>
      )}
    </Page>
  );
}

interface RosterStepProps {
  to: string | null;
  label: string;
  icon: "chevron-left" | "chevron-right";
  keys: string;
}

function RosterStep({ to, label, icon, keys }: RosterStepProps) {
  const look = { px: 8, "aria-label": label, "data-tip": `${label} (${keys})` } as const;
  return to === null ? (
    <Button {...look} disabled>
      <Icon name={icon} />
    </Button>
  ) : (
    <Button {...look} to={to}>
      <Icon name={icon} />
    </Button>
  );
}

const sources: { readonly [source: string]: string } = {
  paste: "pasted",
  csv: "from a CSV",
  link: "from a link",
  followed: "followed from a schedule",
  copied: "copied",
  created: "created here",
  sample: "from the sample roster",
};

interface FactsProps {
  practitionerId: string;
  view: PractitionerView | undefined;
  reading: boolean;
  onReadNow: () => void;
}

function Facts({ practitionerId, view, reading, onReadNow }: FactsProps) {
  const oldest = view === undefined ? null : oldestReading(view);
  const roster = view?.roster ?? null;
  return (
    <span className={styles["facts"]}>
      <CopyableId id={practitionerId} />
      {isProvisionalId(practitionerId) ? <span>temporary id until the service assigns one</span> : null}
      {view === undefined ? null : roster === null ? (
        isProvisionalId(practitionerId) ? null : (
          <span>not on this roster</span>
        )
      ) : (
        <>
          <span>
            {numberText(roster.position)} of {numberText(roster.total)} in the roster
          </span>
          <span>
            {sources[roster.source] ?? roster.source} <Age at={roster.addedAt} after="ago" /> by{" "}
            <bdi>{roster.addedBy}</bdi>
          </span>
        </>
      )}
      {oldest === null ? null : (
        <span>{reading ? "reading now" : <Age at={new Date(oldest).toISOString()} before="read" after="ago" />}</span>
      )}
      {view === undefined ? null : (
        <Button size="xs" variant="subtle" waits={reading} onClick={onReadNow}>
          Read now
        </Button>
      )}
    </span>
  );
}

/** The practitioner of the address. */
export function PractitionerScreen() {
  const { indexId = "", practitionerId = "" } = useParams();
  return <OpenPractitioner key={`${indexId}/${practitionerId}`} indexId={indexId} practitionerId={practitionerId} />;
}
