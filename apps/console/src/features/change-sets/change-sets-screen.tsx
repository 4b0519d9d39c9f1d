import { useParams } from "react-router";
import { ChangeSetList } from "./change-set-list.tsx";
import { Page } from "#/ui/page/page.tsx";

export function ChangeSetsScreen() {
  return (
    <Page title="Change sets" fill>
      <ChangeSetList />
    </Page>
  );
}

export function DirectoryChangeSets() {
  const { indexId = "" } = useParams();
  return <ChangeSetList indexId={indexId} />;
}
