import { useQuery } from "@tanstack/react-query";
import { paths } from "#/paths.ts";
import { usePermissions } from "#/connection/permissions.tsx";
import { sessionQuery } from "#/connection/session-query.ts";
import { useOpenedRow } from "#/api/use-opened-row.ts";
import { InviteDrawer } from "./invite-drawer.tsx";
import { PeopleCounts, PeopleList, usePeople } from "./people-list.tsx";
import { PersonDrawer } from "./person-drawer.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Page } from "#/ui/page/page.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";

export function PeopleScreen() {
  const { may, needed } = usePermissions();
  if (!may("people"))
    return (
      <Page title="People">
        <EmptyState title="People are managed by administrators">{needed("people")}</EmptyState>
      </Page>
    );
  return <People />;
}

function People() {
  const [params, change] = useUrlState();
  const { data: session } = useQuery(sessionQuery);
  const [opened, setOpened] = useOpenedRow(usePeople().rows);
  const invite = () => change({ invite: "1" }, { push: true });
  const joinAddress = `${window.location.origin}${paths.join.href()}`;
  useShortcuts([{ keys: "n", label: "Invite somebody", run: invite }]);
  return (
    <Page
      title="People"
      fill
      lede={<PeopleCounts />}
      actions={
        <Button
          variant="filled"
          leftSection={<Icon name="plus" />}
          rightSection={<Kbd keys="n" hint />}
          onClick={invite}
        >
          Invite
        </Button>
      }
    >
      <PeopleList onOpen={setOpened} />
      {params.has("invite") ? (
        <InviteDrawer joinAddress={joinAddress} onClose={() => change({ invite: null })} />
      ) : null}
      {opened === null ? null : (
        <PersonDrawer
          key={opened.id}
          person={opened}
          isSelf={session?.person?.id === opened.id}
          joinAddress={joinAddress}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  );
}
