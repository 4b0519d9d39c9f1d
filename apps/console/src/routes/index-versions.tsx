import { type QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { Permitted, usePermissions } from "#/connection/permissions.tsx";
import { paths } from "#/paths.ts";
import { IndexVersionList } from "#/features/index-versions/index-version-list.tsx";
import { indexVersionsQuery, openCreationsQuery } from "#/features/index-versions/queries.ts";
import { indexVersionSearch, isNarrowed } from "#/features/index-versions/search.ts";
import { samplesQuery } from "#/connection/samples-query.ts";
import { Button } from "#/ui/form/button.tsx";
import { useCommands } from "#/ui/keyboard/commands.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { lazyPart } from "#/ui/page/lazy-part.tsx";
import { Page } from "#/ui/page/page.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";

const AdoptDrawer = lazyPart(() => import("#/features/index-versions/adopt-drawer.tsx"));
const OfferedIndexVersions = lazyPart(() => import("#/features/index-versions/offered-index-versions.tsx"), {
  holdsUp: true,
});
const OpenCreations = lazyPart(() => import("#/features/index-versions/creation/open-creations.tsx"), {
  holdsUp: true,
});
const FirstRunScreen = lazyPart(() => import("./first-run-screen.tsx"), { holdsUp: true });
const skeleton = <SkeletonRows rows={12} label="Loading: Index versions" />;

/** Reads what the screen shows first, of an address that asks for nothing else. What fails is told by the screen. */
export const readFirstLists = (client: QueryClient) =>
  Promise.allSettled([
    client.infiniteQuery(indexVersionsQuery(indexVersionSearch(new URLSearchParams()))),
    client.infiniteQuery(openCreationsQuery),
  ]);

export function IndexVersionsScreen() {
  const [params, change] = useUrlState();
  const search = indexVersionSearch(params);
  const navigate = useNavigate();
  const { may, mayForAll } = usePermissions();
  const { data, isPending } = useInfiniteQuery(indexVersionsQuery(search));
  const {
    data: creations,
    isPending: creationsPending,
    isError: creationsFailed,
  } = useInfiniteQuery(openCreationsQuery);
  // The list waits for the parts above it or in place of it, so that it does not move once shown.
  const isUndecided = creationsPending || (isPending && !isNarrowed(search) && search.state === "active");
  const hasCreations = creations?.pages[0]?.items.length !== 0;
  const isFirstRun =
    may("apply") &&
    data?.pages[0]?.total === 0 &&
    !isNarrowed(search) &&
    search.state === "active" &&
    !search.offered &&
    !hasCreations;
  const { data: samples } = useQuery({ ...samplesQuery, enabled: isFirstRun });
  const create = () =>
    void navigate(
      isFirstRun && samples !== undefined && samples !== null
        ? paths.newIndexVersion.href({ roster: "sample" })
        : paths.newIndexVersion.href(),
    );
  // The drawer stays mounted once opened: the focus only returns from a dialog that closes itself.
  const [adopting, setAdopting] = useState(search.adopt);
  if (search.adopt && !adopting) setAdopting(true);
  const adopt = () => change({ adopt: "" }, { push: true });
  useShortcuts(may("apply") ? [{ keys: "n", label: "Create index version", run: create }] : []);
  const creating = [
    {
      id: "create-index-version",
      label: "Create index version",
      section: "Do",
      keys: "n",
      words: "new directory referrer",
      mark: <Icon name="plus" />,
      run: create,
    },
  ];
  const adding = [
    {
      id: "adopt-id",
      label: "Add an existing index version",
      section: "Do",
      words: "index version existing",
      mark: <Icon name="link" />,
      run: adopt,
    },
  ];
  useCommands([...(may("apply") ? creating : []), ...(mayForAll("stage") ? adding : [])]);
  return (
    <Page
      title="Index versions"
      fill
      actions={
        isFirstRun ? undefined : (
          <>
            <Permitted action="stage" forAll>
              <Button leftSection={<Icon name="link" />} onClick={adopt}>
                Add an existing index version
              </Button>
            </Permitted>
            <Permitted action="apply">
              <Button
                variant="filled"
                leftSection={<Icon name="plus" />}
                rightSection={<Kbd keys="n" hint />}
                onClick={create}
              >
                Create index version
              </Button>
            </Permitted>
          </>
        )
      }
    >
      <Suspense fallback={skeleton}>
        {isUndecided ? (
          skeleton
        ) : isFirstRun ? (
          samples === undefined ? null : (
            <FirstRunScreen samples={samples} onAdopt={adopt} />
          )
        ) : (
          <>
            {hasCreations || creationsFailed ? <OpenCreations /> : null}
            {search.offered ? (
              <OfferedIndexVersions onAdopt={(id) => change({ adopt: id }, { push: true })} />
            ) : (
              <IndexVersionList />
            )}
          </>
        )}
      </Suspense>
      {adopting ? (
        <AdoptDrawer
          opened={search.adopt}
          indexId={search.adoptedId}
          onClose={() => change({ adopt: null })}
          onAdopted={(id) => void navigate(paths.directory.href({ indexId: id }))}
        />
      ) : null}
    </Page>
  );
}
