import { useCallback } from "react";
import { useNavigate } from "react-router";
import { paths } from "#/paths.ts";
import { searchKnown } from "#/features/search/queries.ts";
import { useCommandSource, type Command } from "#/ui/keyboard/commands.tsx";
import { Icon } from "#/ui/display/icon.tsx";

/** Adds index versions, practitioners, schedules and change sets to what the palette finds. */
export function PaletteSearch() {
  const navigate = useNavigate();
  const source = useCallback(
    async (query: string, signal: AbortSignal): Promise<readonly Command[]> => {
      const results = await searchKnown(query, signal);
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
          directories.map(({ indexId, indexName }, index) => ({
            id: `practitioner ${indexId} ${id}${phone === null ? "" : " by phone"}`,
            label: name ?? id,
            note: `${phone ?? id} in ${indexName}${moreDirectories(index, directories.length, directoryCount)}`,
            section: "Practitioners",
            mark: <Icon name="person" />,
            run: toPractitioner(indexId, id),
          })),
        ),
        ...results.schedules.flatMap(({ id, name, practitionerId, directories, directoryCount }) =>
          directories.map(({ indexId, indexName }, index) => ({
            id: `schedule ${indexId} ${id}`,
            label: name ?? id,
            note: `${id} in ${indexName}${moreDirectories(index, directories.length, directoryCount)}`,
            section: "Schedules",
            mark: <Icon name="clock" />,
            run:
              practitionerId === null
                ? to(paths.directory.href({ indexId }, { type: "schedule", q: id }))
                : toPractitioner(indexId, practitionerId),
          })),
        ),
        ...results.changeSets.map(({ id, name, state }) => ({
          id: `change set ${id}`,
          label: name,
          note: state,
          section: "Change sets",
          mark: <Icon name="set" />,
          run: to(paths.changeSet.href({ changeSetId: id })),
        })),
      ];
    },
    [navigate],
  );
  useCommandSource(source);
  return null;
}

/** What the last of the listed directories says where not all of them are listed. */
function moreDirectories(index: number, listed: number, count: number): string {
  return index + 1 === listed && count > listed ? `, and in ${count - listed} more` : "";
}
