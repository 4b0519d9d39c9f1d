import { ActivityList } from "#/features/activity/activity-list.tsx";
import { Page } from "#/ui/page/page.tsx";

export function Component() {
  return (
    <Page title="Activity" fill lede="Who changed what, when, and why.">
      <ActivityList indexId={null} />
    </Page>
  );
}
