import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { alarmsQuery } from "#/changes/queries.ts";

const AlarmNotice = lazy(() => import("./alarm-notice.tsx"));

/** Shown on every screen while an isolation alarm stops the sending of the connection. */
export function AlarmBanner() {
  const { data } = useQuery(alarmsQuery);
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <AlarmNotice list={data} />
    </Suspense>
  );
}
