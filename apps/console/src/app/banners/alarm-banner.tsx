import { useQuery } from "@tanstack/react-query";
import { alarmsQuery } from "#/connection/alarms-query.ts";
import { lazyPart } from "#/ui/page/lazy-part.tsx";

const AlarmNotice = lazyPart(() => import("./alarm-notice.tsx"));

/** Shown on every screen while an isolation alarm stops the sending of the connection. */
export function AlarmBanner() {
  const { data } = useQuery(alarmsQuery);
  if (data === undefined || data.items.length === 0) return null;
  return <AlarmNotice list={data} />;
}
