import { useParams } from "react-router";
import { OverrideList } from "#/features/overrides/override-list.tsx";

export function Component() {
  const { indexId = "" } = useParams();
  return <OverrideList indexId={indexId} />;
}
