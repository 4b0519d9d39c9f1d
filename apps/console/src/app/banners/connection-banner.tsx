import { useQuery } from "@tanstack/react-query";
import { connectionQuery } from "#/connection/queries.ts";
import { lazyPart } from "#/ui/page/lazy-part.tsx";

const ConnectionNotice = lazyPart(() => import("./connection-notice.tsx"));

const whileDownMs = 5_000;
const otherwiseMs = 30_000;

const isTroubled = (state: string | undefined) => state === "down" || state === "paused";

/** Shown while the service does not answer although the console's server does, or nothing of the connection is sent. */
export function ConnectionBanner() {
  const { data } = useQuery({
    ...connectionQuery,
    refetchInterval: ({ state }) => (isTroubled(state.data?.health.state) ? whileDownMs : otherwiseMs),
  });
  if (data === undefined || !(data.isArchived || data.paused !== null || isTroubled(data.health.state))) return null;
  return <ConnectionNotice connection={data} />;
}
