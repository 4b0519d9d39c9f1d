import { ChangeSetList } from "#/features/change-sets/change-set-list.tsx";
import { Page } from "#/ui/page/page.tsx";

export function Component() {
  return (
    <Page title="Change sets" fill>
      <ChangeSetList />
    </Page>
  );
}
