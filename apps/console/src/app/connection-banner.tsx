import { useQuery } from "@tanstack/react-query";
import { connectionQuery } from "#/features/session/queries.ts";
import { Age } from "#/ui/age.tsx";
import { Icon } from "#/ui/icon.tsx";
import styles from "./shell.module.css";

const whileDownMs = 5_000;
const otherwiseMs = 30_000;

/** Says that the service does not answer, while the console itself does. */
export function ConnectionBanner() {
  const { data } = useQuery({
    ...connectionQuery,
    refetchInterval: ({ state }) =>
      state.data?.health.state === "down" || state.data?.health.state === "paused" ? whileDownMs : otherwiseMs,
  });
  const health = data?.health;
  if (health === undefined || (health.state !== "down" && health.state !== "paused")) return null;
  return (
    <div className={styles["banner"]} role="alert">
      <Icon name="clock" size={14} />
      <span>
        {health.state === "paused"
          ? "Calls to the service are paused after several failures; they start again by themselves."
          : "The service did not answer the last request."}{" "}
        What you see is as of the last reading
        {health.lastOkAt === null ? (
          "."
        ) : (
          <>
            ; the last answer came <Age at={health.lastOkAt} after="ago" />.
          </>
        )}
      </span>
    </div>
  );
}
