import { useParams } from "react-router";
import { MatrixScreen } from "#/features/matrix/matrix-screen.tsx";

export function Component() {
  const { practitionerId = "" } = useParams();
  return <MatrixScreen key={practitionerId} practitionerId={practitionerId} />;
}
