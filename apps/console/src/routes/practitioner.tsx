import { useParams } from "react-router";
import { PractitionerScreen } from "#/features/practitioners/practitioner-screen.tsx";

export function Component() {
  const { indexId = "", practitionerId = "" } = useParams();
  return <PractitionerScreen key={`${indexId}/${practitionerId}`} indexId={indexId} practitionerId={practitionerId} />;
}
