import { useParams } from "react-router";
import { CompareScreen } from "#/features/comparison/comparison-screen.tsx";

export function Component() {
  const { indexId = "", practitionerId = "" } = useParams();
  return <CompareScreen key={`${indexId}/${practitionerId}`} indexId={indexId} practitionerId={practitionerId} />;
}
