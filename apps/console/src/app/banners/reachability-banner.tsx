import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { reachability, useReachability } from "#/api/reachability.ts";
import { Icon } from "#/ui/display/icon.tsx";
import styles from "./banners.module.css";

const everyMs = 5_000;

/** Shown while the server can't be reached. It keeps trying, and rereads what is on screen once the server is back. */
export function ReachabilityBanner() {
  const reach = useReachability();
  const client = useQueryClient();
  const tryNow = useCallback(async () => {
    try {
      const answer = await fetch("/healthz", { cache: "no-store" });
      if (!answer.ok) return;
    } catch {
      return;
    }
    reachability.answered();
    await client.refetchQueries({ type: "active" });
  }, [client]);
  useEffect(() => {
    if (reach !== "gone") return;
    const timer = setInterval(() => void tryNow(), everyMs);
    return () => clearInterval(timer);
  }, [reach, tryNow]);
  if (reach === "here") return null;
  return (
    <div className={styles["banner"]} role="alert">
      <Icon name="refresh" size={14} />
      {reach === "offline"
        ? "This computer is offline. You see the last saved reading."
        : "The console's server can't be reached. You see the last saved reading."}
      {reach === "gone" ? (
        <button type="button" onClick={() => void tryNow()}>
          Try now
        </button>
      ) : null}
    </div>
  );
}
