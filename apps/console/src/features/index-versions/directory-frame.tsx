import type { IndexVersion } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { matchPath, useLocation, Outlet, useParams } from "react-router";
import { Permitted, usePermissions } from "#/connection/permissions.tsx";
import { paths } from "#/paths.ts";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { Note } from "#/marks/note.tsx";
import { Page } from "#/ui/page/page.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { Tabs } from "#/ui/page/tabs.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import styles from "./index-versions.module.css";
import { nameOfIndex } from "#/index-choice/index-name.ts";
import { IndexReadFailure } from "#/index-choice/index-read-failure.tsx";
import { indexVersionQuery } from "#/index-choice/queries.ts";
import { OtherVisitors } from "#/page-visits/other-visitors.tsx";

const tabs = [
  { page: paths.directory, label: "Roster" },
  { page: paths.directoryOverrides, label: "Overrides" },
  { page: paths.directoryUndecided, label: "To decide" },
  { page: paths.directoryChangeSets, label: "Change sets" },
  { page: paths.directoryHistory, label: "History" },
  { page: paths.directoryBrief, label: "Brief" },
  { page: paths.directorySettings, label: "Settings" },
] as const;

function tabCount(indexVersion: IndexVersion, { page }: (typeof tabs)[number]): number | undefined {
  if (page === paths.directory) return indexVersion.roster.practitioners;
  if (page === paths.directoryOverrides) return indexVersion.overrides.live;
  if (page === paths.directoryUndecided) {
    const { conflict, "base moved": moved, outside } = indexVersion.counts;
    return conflict + moved + outside;
  }
  return undefined;
}

/** What the standard index has not: nobody gets a brief of it, and nothing of it differs. */
const ofDirectories: readonly (typeof tabs)[number]["page"][] = [paths.directoryBrief, paths.directoryUndecided];

/** The frame of one index version with its tabs. */
function OpenDirectory({ indexId }: { indexId: string }) {
  const { data: indexVersion, error, refetch } = useQuery(indexVersionQuery(indexId));
  const { pathname } = useLocation();
  const [, change] = useUrlState();
  const currentTab = tabs.find(({ page }) => matchPath(page.path, pathname) !== null) ?? tabs[0];
  const onRoster = currentTab.page === paths.directory;
  const { may } = usePermissions();
  useShortcuts(
    onRoster && may("stage")
      ? [{ keys: "n", label: "Add to the roster", run: () => change({ add: "paste" }, { push: true }) }]
      : [],
  );
  if (indexVersion === undefined) {
    return (
      <Page title={indexId} scope={{ id: indexId, name: indexId }} fill>
        {error === null ? (
          <SkeletonRows rows={12} label="Loading the directory" />
        ) : (
          <IndexReadFailure indexId={indexId} error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  const name = nameOfIndex(indexVersion);
  return (
    <Page
      title={name}
      documentTitle={`${currentTab.label} · ${name}`}
      crumbs={[{ label: currentTab.label }]}
      scope={{ id: indexVersion.id, name }}
      beside={<OtherVisitors page={{ kind: "directory", indexId }} />}
      lede={<DirectoryFacts indexVersion={indexVersion} />}
      fill
      actions={
        onRoster ? (
          <Permitted action="stage" says>
            {indexVersion.readOnly ? (
              <span className={styles["readOnly"]}>Read-only: practitioners are created in a directory</span>
            ) : (
              <Button to={paths.directory.href({ indexId }, { create: "practitioner" })}>Create practitioner</Button>
            )}
            <Button
              variant="filled"
              leftSection={<Icon name="plus" />}
              rightSection={<Kbd keys="n" hint />}
              to={paths.directory.href({ indexId }, { add: "paste" })}
            >
              Add to the roster
            </Button>
          </Permitted>
        ) : undefined
      }
    >
      {indexVersion.archivedAt === null ? null : (
        <div style={{ marginBlockEnd: 8 }}>
          <Note kind="plain">
            {indexVersion.deletedAt === null ? (
              <>
                Archived <Age at={indexVersion.archivedAt} after="ago" />. Readers keep getting its overrides. It can be
                unarchived in its settings.
              </>
            ) : (
              <>
                Deleted in the service <Age at={indexVersion.deletedAt} after="ago" />. What was kept of it stays here;
                its readers get the service’s error.
              </>
            )}
          </Note>
        </div>
      )}
      <Tabs
        label="Directory"
        tabs={tabs
          .filter(({ page }) => !ofDirectories.includes(page) || !indexVersion.readOnly)
          .map((tab) => {
            const count = tabCount(indexVersion, tab);
            return {
              to: tab.page.href({ indexId }),
              label: tab.label,
              current: tab === currentTab,
              ...(count === undefined ? {} : { count }),
            };
          })}
      />
      <Outlet />
    </Page>
  );
}

const origins = {
  created: "Created here",
  adopted: "Adopted",
  standard: "Base data",
  test: "For testing",
} as const;

function DirectoryFacts({ indexVersion }: { indexVersion: IndexVersion }) {
  const { referrer, origin, readOnly, createdAt } = indexVersion;
  const given = origin === "standard" || origin === "test";
  return (
    <span className={styles["facts"]}>
      {readOnly ? (
        <span className={styles["readOnly"]}>
          <Icon name="lock" size={13} />
          read-only
        </span>
      ) : null}
      {referrer === null ? null : (
        <span>
          for <bdi>{referrer.name}</bdi>
        </span>
      )}
      <CopyableId id={indexVersion.id} />
      <span>
        {origins[origin]}
        {given ? null : (
          <>
            {" "}
            <Age at={createdAt} after="ago" /> by <bdi>{indexVersion.createdBy.name}</bdi>
          </>
        )}
      </span>
    </span>
  );
}

/** The frame of the directory in the address; each of its tabs is a route of its own. */
export function DirectoryFrame() {
  const { indexId = "" } = useParams();
  return <OpenDirectory key={indexId} indexId={indexId} />;
}
