import type { ListedConnection } from "@dc/contract";
import { Age } from "#/ui/display/age.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import styles from "./connections.module.css";

/** Whether the service behind a connection answers, as of the last call. */
export function ConnectionState({ connection: { archivedAt, health } }: { connection: ListedConnection }) {
  const { state, lastOkAt, lastFailedAt, detail } = health;
  if (archivedAt !== null)
    return (
      <span className={styles["two"]}>
        <StatusMark shape="minus" hue="quiet" word="out of use" />
        <small>
          <Age at={archivedAt} before="for" />
        </small>
      </span>
    );
  switch (state) {
    case "up":
    case "slow":
      return (
        <span className={styles["two"]}>
          <StatusMark
            shape={state === "up" ? "disc" : "clock"}
            hue={state === "up" ? "ok" : "outside"}
            word={state === "up" ? "reachable" : "slow"}
          />
          {lastOkAt === null ? null : (
            <small>
              <Age at={lastOkAt} before="read" after="ago" />
            </small>
          )}
        </span>
      );
    case "paused":
      return (
        <span className={styles["two"]}>
          <StatusMark shape="clock" hue="outside" word="asked to wait" />
          <small>{detail ?? "calls resume by themselves"}</small>
        </span>
      );
    case "down":
      return (
        <span className={styles["two"]}>
          <StatusMark shape="triangle" hue="conflict" word="not reachable" />
          <small>{detail ?? <Age at={lastFailedAt} before="tried" after="ago" />}</small>
        </span>
      );
    case "not tried":
      return (
        <span className={styles["two"]}>
          <StatusMark shape="dashed" hue="quiet" word="not tried yet" />
          <small>since the server started</small>
        </span>
      );
  }
}
