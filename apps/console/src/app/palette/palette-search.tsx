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
      const results = await searchKnown(query, near, signal);
      const to = (address: string) => () => void navigate(address);
      const toPractitioner = (indexId: string, practitionerId: string) =>
        to(paths.practitioner.href({ indexId, practitionerId }));
      return [
        ...results.indexVersions.map(({ id, name, referrer, referrerPractitionerId }) => ({
          id: `index ${id}`,
          label: name,
          note: [id, referrer, referrerPractitionerId].filter((text) => text !== null).join(", "),
          section: "Directories",
          mark: <Icon name="layers" />,
          run: to(paths.directory.href({ indexId: id })),
        })),
        ...results.practitioners.flatMap(({ id, name, phone, directories, directoryCount }) =>
          directories.slice(0, 1).map(({ indexId, indexName }) => ({
            id: `practitioner ${id}${phone === null ? "" : " by phone"}`,
            label: name ?? id,
            note: `${phone ?? id} in ${indexName}${others(directoryCount)}`,
            section: "Practitioners",
            mark: <Icon name="person" />,
            run: toPractitioner(indexId, id),
          })),
        ),
        ...results.schedules.flatMap(({ id, name, practitionerId, directories, directoryCount }) =>
          directories.slice(0, 1).map(({ indexId, indexName }) => ({
            id: `schedule ${id}`,
            label: name ?? id,
            note: `${id} in ${indexName}${others(directoryCount)}`,
            section: "Schedules",
            mark: <Icon name="clock" />,
            run:
              practitionerId === null
                ? to(paths.directory.href({ indexId }, { type: "schedule", q: id }))
                : toPractitioner(indexId, practitionerId),
          })),
        ),
        ...results.related.map(({ indexId, indexName, record: { type, id }, name, practitionerId }) => ({
          id: `${type} ${id}`,
          label: name ?? id,
          note: `${id} in ${indexName}`,
          section: "Places and other records",
          mark: <Icon name="pin" />,
          run:
            practitionerId === null
              ? to(paths.directory.href({ indexId }, { type, q: id }))
              : toPractitioner(indexId, practitionerId),
        })),
        ...results.plans.map(({ id, name, payer }) => ({
          id: `plan ${id}`,
          label: name ?? id,
          note: [payer, name === null ? null : id].filter((text) => text !== null).join(", "),
          section: "Plans",
          mark: <Icon name="book" />,
          run: to(paths.plans.href({ q: id })),
        })),
        ...results.changeSets.map(({ id, name, state }) => ({
          id: `change set ${id}`,
          label: name,
          note: state,
          section: "Change sets",
          mark: <Icon name="set" />,
          run: to(paths.changeSet.href({ changeSetId: id })),
        })),
        ...results.people.map(({ id, name, email }) => ({
          id: `person ${id}`,
          label: name,
          note: email,
          section: "People",
          mark: <Icon name="people" />,
          run: to(paths.people.href({ q: email })),
        })),
      ];
    },
    [navigate, near],
  );
  useCommandSource(source);
  return null;
}

/** In how many directories something is beside the one that is named. */
function others(count: number): string {
  return count < 2 ? "" : ` and ${count === 2 ? "one other directory" : `${count - 1} other directories`}`;
}
