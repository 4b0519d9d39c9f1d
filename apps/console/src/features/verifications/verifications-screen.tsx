import type { ReferrerOwners, VerificationPage, VerificationRow } from "@dc/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { bff } from "#/api/bff.ts";
import { itemsOf } from "#/api/list-query.ts";
import { ExportMenu, tableFormats } from "#/connection/export-menu.tsx";
import { usePermissions } from "#/connection/permissions.tsx";
import { paths } from "#/paths.ts";
import { ReferrerFilter } from "#/referrer-choice/referrer-filter.tsx";
import { Avatar } from "#/ui/display/avatar.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";
import { NameOrId } from "#/ui/display/name-or-id.tsx";
import { Button } from "#/ui/form/button.tsx";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Page } from "#/ui/page/page.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import type { DataTableColumn } from "#/ui/table/columns.ts";
import { type ListFilter, ListScreen } from "#/ui/table/list-screen.tsx";
import { dueWords, entriesText, LastVerified } from "#/verification/last-verified.tsx";
import { VerifyDrawer } from "#/verification/verify-drawer.tsx";
import read from "#/verification/verification.module.css";
import { AskAgainButton } from "./ask-again-drawer.tsx";
import { DueWeeks } from "./due-weeks.tsx";
import { verificationsQuery } from "./queries.ts";
import { type PlaceOrPractitioner, rowsByPlace, selectedPractitioners, selectedRows } from "./rows-by-place.ts";
import styles from "./verifications.module.css";

const stateWords = { overdue: "overdue", soon: "within 14 days", "in time": "in time" } as const;

/** A mark for each directory that lists the practitioner, and how many of them are due. */
function Places({ row: { entries } }: { row: VerificationRow }) {
  const due = entries.filter(({ state }) => state !== "in time").length;
  const overdue = entries.filter(({ state }) => state === "overdue").length;
  return (
    <span className={styles["places"]}>
      <span className={styles["marks"]} aria-hidden="true">
        {entries.slice(0, 20).map(({ indexId, indexName, state, changedSince }) => (
          <span
            key={indexId}
            data-state={state}
            data-tip={`${indexName}: ${changedSince > 0 ? `${countText(changedSince, "value")} changed since` : stateWords[state]}`}
          />
        ))}
      </span>
      <span>
        <b data-overdue={overdue > 0 || undefined}>{due}</b> of {entries.length}
        <span className="unseen"> directories due</span>
      </span>
    </span>
  );
}

type Place = NonNullable<VerificationRow["place"]>;

const dueOfPlace = ({ overdue, entries }: Place) =>
  overdue > 0 ? `${numberText(overdue)} overdue of ${numberText(entries)}` : entriesText(entries);

/** Where a practitioner works who is the only one listed there. */
const PlaceOf = ({ of }: { of: VerificationRow["place"] }) =>
  of === null ? null : (
    <small>
      <bdi>{of.name}</bdi>
    </small>
  );

const ofPractitioner = (show: (row: VerificationRow) => ReactNode) => (row: PlaceOrPractitioner) =>
  row.as === "place" ? null : show(row.row);

const columnsOf = (today: string): readonly DataTableColumn<PlaceOrPractitioner>[] => [
  {
    id: "name",
    header: "Practitioner, place",
    size: 190,
    grow: 2,
    isLink: true,
    cell: (row) =>
      row.as === "place" ? (
        <b className={styles["place"]} data-tip={row.place.name} data-tip-when="cut">
          <bdi>{row.place.name}</bdi>
        </b>
      ) : (
        <span className={styles["person"]}>
          <NameOrId name={row.row.name} id={row.row.practitionerId} />
          {row.isAlone ? <PlaceOf of={row.row.place} /> : null}
        </span>
      ),
  },
  {
    id: "entries",
    header: "In directories",
    size: 150,
    grow: 1.4,
    cell: (row) => (row.as === "place" ? dueOfPlace(row.place) : <Places row={row.row} />),
  },
  {
    id: "last",
    header: "Last verified",
    size: 180,
    grow: 2,
    cell: ofPractitioner((row) => (
      <div className={styles["last"]}>
        <LastVerified {...newestOf(row)} />
      </div>
    )),
  },
  {
    id: "due",
    header: "Due",
    size: 84,
    align: "end",
    cell: ofPractitioner((row) => <Due row={row} today={today} />),
  },
  {
    id: "owner",
    header: "Owner",
    size: 64,
    align: "end",
    from: "middle",
    cell: ofPractitioner(({ entries }) =>
      [...new Map(entries.flatMap(({ owner }) => (owner === null ? [] : [[owner.id, owner.name]])))]
        .map(([id, name]) => <Avatar key={id} name={name} />)
        .slice(0, 2),
    ),
  },
];

/** What was said last of a practitioner, and in which of several directories. */
function newestOf({ entries }: VerificationRow) {
  const said = entries.flatMap(({ last, indexName }) => (last === null ? [] : [{ last, indexName }]));
  const newest = said.toSorted((a, b) =>
    `${b.last.verifiedOn} ${b.last.at}`.localeCompare(`${a.last.verifiedOn} ${a.last.at}`),
  )[0];
  return { last: newest?.last ?? null, where: entries.length > 1 ? newest?.indexName : undefined };
}

const Due = ({ row, today }: { row: VerificationRow; today: string }) => (
  <span className={styles["due"]} data-overdue={row.dueOn < today || undefined}>
    {dueWords(row.dueOn, today)}
  </span>
);

/** Filters that leave only some of a directory. */
const narrowing = ["q", "place", "referrer", "owner"];

const practitionerOf = ({ practitionerId }: VerificationRow) => practitionerId;
const idOf = ({ id }: PlaceOrPractitioner) => id;
const nameOf = ({ name, practitionerId }: VerificationRow) => name ?? practitionerId;
const labelOf = (row: PlaceOrPractitioner) => (row.as === "place" ? `all at ${row.place.name}` : nameOf(row.row));
const hrefOf = (of: PlaceOrPractitioner) => {
  if (of.as === "place") return null;
  const { entries, practitionerId } = of.row;
  const [first] = entries.toSorted((a, b) => a.dueOn.localeCompare(b.dueOn));
  return first === undefined ? null : paths.practitioner.href({ indexId: first.indexId, practitionerId });
};

const entriesOf = (counts: VerificationPage["counts"] | undefined) =>
  counts === undefined ? 0 : counts.overdue + counts.soon + counts.inTime;

/** How often each entry is asked for, and how many are due when; until that is known, with as much room. */
function ledeOf(first: VerificationPage | undefined): string {
  const number = (count: number | undefined) => (count === undefined ? "…" : numberText(count));
  const { overdue, soon, inTime } = first?.counts ?? {};
  return `Each entry is asked for again within ${first === undefined ? "… days" : countText(first.askAgainAfterDays, "day")}. ${number(overdue)} ${overdue === 1 ? "is" : "are"} overdue, ${number(soon)} due within 14 days, ${number(inTime)} in time.`;
}

/** The filters above the list: the owners of referrers to choose from, and how many entries are due when. */
function useFilters(counts: VerificationPage["counts"] | undefined): ListFilter[] {
  const { data: owners } = useQuery({
    queryKey: ["referrers", "owners"],
    queryFn: ({ signal }) => bff.get<ReferrerOwners>("/referrer-owners", { signal }),
  });
  const number = (count: number | undefined) => (count === undefined ? "" : ` ${numberText(count)}`);
  return [
    { name: "q", label: "Filter by practitioner" },
    { name: "place", label: "Place" },
    { name: "referrer", label: "Referrer", field: ReferrerFilter },
    {
      name: "owner",
      label: "Owner",
      options: [
        { value: "", label: "Any owner" },
        ...(owners?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
    {
      name: "due",
      label: "When due",
      tabs: SegmentedControl,
      options: [
        { value: "soon", label: `Due${number(counts && counts.overdue + counts.soon)}` },
        { value: "overdue", label: `Overdue${number(counts?.overdue)}` },
        { value: "in time", label: `In time${number(counts?.inTime)}` },
        { value: "changed", label: `Changed since${number(counts?.changed)}` },
        { value: "all", label: `All${number(counts && entriesOf(counts))}` },
      ],
    },
  ];
}

/** What is to be verified again, and the act that does it for many practitioners in many directories. */
export function VerificationsScreen() {
  const [params, change] = useUrlState();
  const { may, mayForAll } = usePermissions();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [verifying, setVerifying] = useState<"selection" | "directory" | null>(null);
  const asked = (name: string) => params.get(name);
  const indexId = asked("indexId");
  const query = {
    due: asked("due") ?? "soon",
    q: asked("q"),
    place: asked("place"),
    referrerId: asked("referrer"),
    ownerId: asked("owner"),
    indexId,
  };
  const list = useInfiniteQuery(verificationsQuery(query));
  const first = list.data?.pages[0];
  const practitioners = itemsOf(list.data, practitionerOf);
  const rows = rowsByPlace(practitioners);
  const chosen = practitioners.filter(({ practitionerId }) => selected.has(practitionerId));
  const open = () => {
    if (chosen.length > 0) setVerifying("selection");
  };
  const mayVerify = may("stage");
  useShortcuts(mayVerify && chosen.length > 0 ? [{ keys: "v", label: "Verified as it stands", run: open }] : []);
  const filters = useFilters(first?.counts);
  const entries = entriesOf(first?.counts);
  return (
    <Page
      title="Verified"
      fill
      actions={
        <>
          <ExportMenu exports={[{ address: "/verifications/export", query, formats: tableFormats }]} />
          {mayForAll("connection") ? <AskAgainButton days={first?.askAgainAfterDays} /> : null}
        </>
      }
      lede={ledeOf(first)}
    >
      {first?.weeks.length === 0 ? null : <DueWeeks weeks={first?.weeks ?? []} />}
      {indexId === null ? null : (
        <p className={styles["only"]}>
          Only <bdi>{practitioners[0]?.entries[0]?.indexName ?? indexId}</bdi>.{" "}
          <Button size="xs" onClick={() => change({ indexId: null })}>
            Show all directories
          </Button>{" "}
          {mayVerify && narrowing.every((name) => !params.has(name)) ? (
            <Button size="xs" onClick={() => setVerifying("directory")}>
              Verify the whole directory…
            </Button>
          ) : null}
        </p>
      )}
      <ListScreen
        label="Verifications"
        filters={filters}
        noResults="The filters search names, places, referrers and owners."
        columns={columnsOf(first?.today ?? "")}
        query={list}
        rows={rows}
        counted={{ items: practitioners.length, noun: "practitioners" }}
        empty={
          <EmptyState
            title={entries === 0 ? "Nobody is on a roster yet" : "Nothing is due within 14 days"}
            primary={
              entries === 0 ? (
                <Button to={paths.indexVersions.href()}>See the index versions</Button>
              ) : (
                <Button onClick={() => change({ due: "all" })}>Show all entries</Button>
              )
            }
          >
            Practitioners on rosters are listed here when it is time to ask again whether their entries are right.
          </EmptyState>
        }
        rowId={idOf}
        rowLabel={labelOf}
        rowHref={hrefOf}
        rowHeight={44}
        {...(mayVerify
          ? {
              selection: {
                ids: selectedRows(rows, selected),
                count: chosen.length,
                onChange: (next: ReadonlySet<string>) => setSelected(selectedPractitioners(rows, selected, next)),
                noun: ["practitioner", "practitioners"] as const,
                note: entriesText(chosen.reduce((sum, { entries }) => sum + entries.length, 0)),
                actions: (
                  <Button variant="filled" onClick={open} rightSection={<Kbd keys="v" hint />}>
                    Verified as it stands…
                  </Button>
                ),
              },
            }
          : {})}
        compactRow={(of) =>
          of.as === "place"
            ? { title: <bdi>{of.place.name}</bdi>, end: dueOfPlace(of.place) }
            : {
                title: <bdi>{nameOf(of.row)}</bdi>,
                end: <Due row={of.row} today={first?.today ?? ""} />,
                under: (
                  <span className={styles["person"]}>
                    {of.isAlone ? <PlaceOf of={of.row.place} /> : null}
                    <bdi>{newestOf(of.row).last?.saidBy ?? "nobody yet"}</bdi>
                  </span>
                ),
                underEnd: <Places row={of.row} />,
              }
        }
        footNote="Verifying changes no value."
      />
      {verifying === "directory" && first !== undefined && indexId !== null ? (
        <VerifyDrawer
          of={[{ indexId }]}
          entries={entries}
          unsettled="leave out"
          onClose={() => setVerifying(null)}
          onDone={() => setVerifying(null)}
        >
          <p>Everybody on its roster is verified but for entries where something waits for a decision.</p>
        </VerifyDrawer>
      ) : null}
      {verifying === "selection" ? (
        <VerifyDrawer
          of={chosen.flatMap(({ practitionerId, entries }) =>
            entries.map(({ indexId }) => ({ indexId, practitionerId })),
          )}
          entries={chosen.reduce((sum, { entries }) => sum + entries.filter(({ unsettled }) => !unsettled).length, 0)}
          unsettled="leave out"
          onClose={() => setVerifying(null)}
          onDone={() => {
            setVerifying(null);
            setSelected(new Set());
          }}
        >
          <ReadOut rows={chosen} />
        </VerifyDrawer>
      ) : null}
    </Page>
  );
}

/** Whose entries were read to somebody, and what is left out of them. */
function ReadOut({ rows }: { rows: readonly VerificationRow[] }) {
  const left = rows.flatMap(({ entries }) => entries.filter(({ unsettled }) => unsettled)).length;
  return (
    <section aria-label="What was read to them">
      <b>What was read to them</b>
      <ul className={read["read"]}>
        {rows.map((row) => {
          const taken = row.entries.filter(({ unsettled }) => !unsettled).length;
          return (
            <li key={row.practitionerId}>
              <bdi>{nameOf(row)}</bdi>
              <span>
                {taken === row.entries.length ? taken : `${taken} of ${row.entries.length}`}
                {row.entries.length === 1 ? " directory" : " directories"}
              </span>
            </li>
          );
        })}
      </ul>
      {left === 0 ? null : (
        <p>
          {left === 1 ? "1 entry is" : `${left} entries are`} left out: the standard index or the index moved there, and
          nobody settled it.
        </p>
      )}
    </section>
  );
}
