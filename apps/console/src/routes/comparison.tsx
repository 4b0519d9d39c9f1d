import { useParams } from "react-router";
import { ComparisonScreen } from "#/features/comparison/comparison-screen.tsx";

export function Component() {
  const { indexId = "", practitionerId = "" } = useParams();
  return <ComparisonScreen key={`${indexId}/${practitionerId}`} indexId={indexId} practitionerId={practitionerId} />;
}
