import { useParams } from "react-router";
import { ChangeSetList } from "#/features/change-sets/change-set-list.tsx";

export function Component() {
  const { indexId = "" } = useParams();
  return <ChangeSetList indexId={indexId} />;
}
