import type { SearchKind, SearchResults } from "@dc/contract";
import { foldText } from "@dc/directory/fold-text";
import { useCallback } from "react";
import { useNavigate } from "react-router";
import { paths } from "#/paths.ts";
import { searchKnown } from "#/features/search/queries.ts";
import { usePageChrome } from "#/ui/page/page-chrome.ts";
import { useCommandSource, type Command } from "#/ui/keyboard/commands.tsx";
import { Icon } from "#/ui/display/icon.tsx";

/** Adds what this console knows to what the palette finds: each thing once, what the open directory has before others. */
export function PaletteSearch() {
  const navigate = useNavigate();
  const { scope } = usePageChrome();
  const near = scope?.id ?? null;
  const source = useCallback(
    async (query: string, signal: AbortSignal): Promise<readonly Command[]> => {
      const to = (address: string) => () => void navigate(address);
      const found = async (results: Promise<SearchResults>): Promise<readonly Command[]> => {
        const { nextCursors, ...kinds } = await results;
        return listed(kinds, query, to).flatMap(({ kind, section, commands }) => {
          const inSection = commands.map((command) => ({ ...command, section }));
          const cursor = nextCursors[kind];
          if (cursor === null) return inSection;
          return [
            ...inSection,
            {
              id: `more ${kind}`,
              label: `More ${section.toLowerCase()}`,
              section,
              mark: <Icon name="chevron-down" />,
              more: (until: AbortSignal) => found(searchKnown(query, near, until, { kind, cursor })),
              run: () => {},
            },
          ];
        });
      };
      return await found(searchKnown(query, near, signal));
    },
    [navigate, near],
  );
  useCommandSource(source);
  return null;
}

interface Listed {
  kind: SearchKind;
  section: string;
  commands: readonly Omit<Command, "section">[];
}

/** What was found, kind by kind in the order of the palette. */
function listed(
  results: Omit<SearchResults, "nextCursors">,
  query: string,
  to: (address: string) => () => void,
): readonly Listed[] {
  const toPractitioner = (indexId: string, practitionerId: string) =>
    to(paths.practitioner.href({ indexId, practitionerId }));
  return [
    {
      kind: "indexVersions",
      section: "Directories",
      commands: results.indexVersions.map(({ id, name, referrer, referrerPractitionerId }) => ({
        id: `index ${id}`,
        label: name,
        note: [id, referrer, referrerPractitionerId].filter((text) => text !== null).join(", "),
        mark: <Icon name="layers" />,
        run: to(paths.directory.href({ indexId: id })),
      })),
    },
    {
      kind: "practitioners",
      section: "Practitioners",
      commands: results.practitioners.flatMap(({ id, name, preferredName, phone, directories, directoryCount }) =>
        directories.slice(0, 1).map(({ indexId, indexName }) => ({
          id: `practitioner ${id}${phone === null ? "" : " by phone"}`,
          label: name ?? id,
          note: `${foundAs(query, { name, preferredName })}${phone ?? id} in ${indexName}${others(directoryCount)}`,
          mark: <Icon name="person" />,
          run: toPractitioner(indexId, id),
        })),
      ),
    },
    {
      kind: "schedules",
      section: "Schedules",
      commands: results.schedules.flatMap(({ id, name, practitionerId, directories, directoryCount }) =>
        directories.slice(0, 1).map(({ indexId, indexName }) => ({
          id: `schedule ${id}`,
          label: name ?? id,
          note: `${id} in ${indexName}${others(directoryCount)}`,
          mark: <Icon name="clock" />,
          run:
            practitionerId === null
              ? to(paths.directory.href({ indexId }, { type: "schedule", q: id }))
              : toPractitioner(indexId, practitionerId),
        })),
      ),
    },
    {
      kind: "related",
      section: "Places and other records",
      commands: results.related.map(({ indexId, indexName, record: { type, id }, name, practitionerId }) => ({
        id: `${type} ${id}`,
        label: name ?? id,
        note: `${id} in ${indexName}`,
        mark: <Icon name="pin" />,
        run:
          practitionerId === null
            ? to(paths.directory.href({ indexId }, { type, q: id }))
            : toPractitioner(indexId, practitionerId),
      })),
    },
    {
      kind: "plans",
      section: "Plans",
      commands: results.plans.map(({ id, name, payer }) => ({
        id: `plan ${id}`,
        label: name ?? id,
        note: [payer, name === null ? null : id].filter((text) => text !== null).join(", "),
        mark: <Icon name="book" />,
        run: to(paths.plans.href({ q: id })),
      })),
    },
    {
      kind: "changeSets",
      section: "Change sets",
      commands: results.changeSets.map(({ id, name, state }) => ({
        id: `change set ${id}`,
        label: name,
        note: state,
        mark: <Icon name="set" />,
        run: to(paths.changeSet.href({ changeSetId: id })),
      })),
    },
    {
      kind: "people",
      section: "People",
      commands: results.people.map(({ id, name, email }) => ({
        id: `person ${id}`,
        label: name,
        note: email,
        mark: <Icon name="people" />,
        run: to(paths.people.href({ q: email })),
      })),
    },
  ];
}

/** The preferred name, where words are found in it that the name does not have. */
function foundAs(
  query: string,
  { name, preferredName }: { name: string | null; preferredName: string | null },
): string {
  if (preferredName === null || name === null) return "";
  const [inName, preferred] = [foldText(name), foldText(preferredName)];
  const isFound = foldText(query)
    .split(" ")
    .some((word) => preferred.includes(word) && !inName.includes(word));
  // Isolated, so that what follows keeps its order beside a name that is written from right to left.
  return isFound ? `preferred name \u2068${preferredName}\u2069, ` : "";
}

/** In how many directories something is beside the one that is named. */
function others(count: number): string {
  return count < 2 ? "" : ` and ${count === 2 ? "one other directory" : `${count - 1} other directories`}`;
}
