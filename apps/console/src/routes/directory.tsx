import { Outlet, useParams } from "react-router";
import { DirectoryFrame } from "#/features/index-versions/directory-frame.tsx";

/** The frame of one index version; each of its tabs is a route of its own. */
export function Component() {
  const { indexId = "" } = useParams();
  return (
    <DirectoryFrame key={indexId} indexId={indexId}>
      <Outlet />
    </DirectoryFrame>
  );
}
