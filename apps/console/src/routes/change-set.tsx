import { useParams } from "react-router";
import { ChangeSetScreen } from "#/features/change-sets/change-set-screen.tsx";

export function Component() {
  const { changeSetId = "" } = useParams();
  return <ChangeSetScreen key={changeSetId} id={changeSetId} />;
}
