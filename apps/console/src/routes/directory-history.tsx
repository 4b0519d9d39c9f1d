import { useParams } from "react-router";
import { ActivityList } from "#/features/activity/activity-list.tsx";

export function Component() {
  const { indexId = "" } = useParams();
  return <ActivityList indexId={indexId} />;
}
