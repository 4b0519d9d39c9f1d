import { useParams } from "react-router";
import { ActivityList } from "./activity-list.tsx";
import { Page } from "#/ui/page/page.tsx";

export function ActivityScreen() {
  return (
    <Page title="Activity" fill lede="Who changed what, when, and why.">
      <ActivityList indexId={null} />
    </Page>
  );
}

/** What was changed in one directory. */
export function DirectoryHistory() {
  const { indexId = "" } = useParams();
  return <ActivityList indexId={indexId} />;
}
