import type { ListedPerson, PeoplePage } from "@dc/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { itemsOf, listQuery } from "#/api/list-query.ts";
import { Age } from "#/ui/display/age.tsx";
import { Avatar } from "#/ui/display/avatar.tsx";
import { numberText } from "#/ui/display/count.tsx";
import { formatMoment } from "#/ui/display/format-time.ts";
import { useNow } from "#/ui/display/use-now.ts";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import type { DataTableColumn } from "#/ui/table/columns.ts";
import { ListScreen } from "#/ui/table/list-screen.tsx";
import { rolesText, seenText, waysInText } from "./role-texts.ts";
import { useProviderLabel } from "./use-provider-label.ts";
import styles from "./people.module.css";

const peopleQuery = (q: string) => listQuery<PeoplePage>({ key: ["people"], to: "/people", query: { q } });

const columns: readonly DataTableColumn<ListedPerson>[] = [
  {
    id: "person",
    header: "Person",
    size: 260,
    grow: 2,
    cell: (person) => (
      <span className={styles["person"]} data-quiet={person.state === "disabled" || undefined}>
        <Avatar name={person.name} />
        <span>
          <bdi>{person.name}</bdi>
          <small>{person.email}</small>
        </span>
      </span>
    ),
  },
  {
    id: "roles",
    header: "Role here",
    size: 150,
    cell: (person) =>
      person.state === "disabled" ? (
        <span className={styles["two"]} data-quiet>
          disabled
          <small>was {rolesText(person)}</small>
        </span>
      ) : (
        rolesText(person)
      ),
  },
  {
    id: "sees",
    header: "Sees",
    size: 180,
    grow: 1,
    cell: (person) => {
      if (person.state === "disabled")
        return (
          <span className={styles["two"]} data-quiet>
            nothing
            {person.disabledBy === null ? null : (
              <small>
                disabled by <bdi>{person.disabledBy.name}</bdi>
              </small>
            )}
          </span>
        );
      const { count, names } = seenText(person);
      return (
        <span className={styles["two"]} data-quiet={names === null || undefined}>
          {count}
          {names === null ? null : (
            <small>
              <bdi>{names}</bdi>
            </small>
          )}
        </span>
      );
    },
  },
  {
    id: "ways-in",
    header: "Signs in with",
    size: 150,
    quiet: true,
    from: "wide",
    cell: (person) => (person.state === "active" ? <WaysIn person={person} /> : ""),
  },
  {
    id: "seen",
    header: "Last seen",
    size: 190,
    quiet: true,
    from: "middle",
    cell: (person) => <LastSeen person={person} />,
  },
];

function WaysIn({ person }: { person: ListedPerson }) {
  return waysInText(person, useProviderLabel());
}

function LastSeen({ person }: { person: ListedPerson }) {
  const now = useNow();
  if (person.state === "invited")
    return person.link === null || Date.parse(person.link.expiresAt) <= now
      ? "not yet, link ended"
      : `link ends ${formatMoment(new Date(person.link.expiresAt), new Date(now))}`;
  if (person.state === "disabled" && person.disabledAt !== null)
    return (
      <>
        disabled <Age at={person.disabledAt} after="ago" />
      </>
    );
  return person.lastSeenAt === null ? "signed out" : <Age at={person.lastSeenAt} after="ago" />;
}

const filters = [{ name: "q", label: "Filter by name or e-mail" }];
const idOf = ({ id }: ListedPerson) => id;

/** Those whom the filter of the address leaves. */
export function usePeople() {
  const [params] = useUrlState();
  const list = useInfiniteQuery(peopleQuery(params.get("q") ?? ""));
  const rows = useMemo(() => itemsOf(list.data, idOf), [list.data]);
  return { list, rows };
}

/** Everybody with an account; a row opens the person. */
export function PeopleList({ onOpen }: { onOpen: (person: ListedPerson) => void }) {
  const { list, rows } = usePeople();
  return (
    <ListScreen
      label="People"
      filters={filters}
      noResults="The filter searches names and e-mail addresses."
      empty={null}
      columns={columns}
      query={list}
      rows={rows}
      rowHeight={48}
      rowId={idOf}
      rowLabel={({ name }) => name}
      onOpen={onOpen}
      compactRow={(person) => ({
        mark: <Avatar name={person.name} />,
        title: <bdi>{person.name}</bdi>,
        under: person.state === "disabled" ? "disabled" : rolesText(person),
        underEnd: person.state === "disabled" ? "nothing" : seenText(person).count,
      })}
      footNote="Open a person to give roles, make a link, or disable."
    />
  );
}

/** "8 with access, 1 invited, 1 disabled", once it is known. */
export function PeopleCounts() {
  const { data } = useInfiniteQuery(peopleQuery(""));
  const counts = data?.pages[0]?.counts;
  if (counts === undefined) return <>Who can sign in, and what they may do in this connection.</>;
  const parts = [
    `${numberText(counts.active)} with an account`,
    ...(counts.invited === 0 ? [] : [`${numberText(counts.invited)} invited`]),
    ...(counts.disabled === 0 ? [] : [`${numberText(counts.disabled)} disabled`]),
  ];
  return <>{parts.join(", ")}. Nobody is deleted: names stay in the record.</>;
}
