import type { Connection } from "@dc/contract";
import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { connectionQuery } from "#/connection/queries.ts";
import { Age } from "#/ui/display/age.tsx";
import { useTurnConnection } from "#/changes/alarms.ts";
import { Permitted } from "#/connection/permissions.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import styles from "./banners.module.css";

/** Why what is shown may be old, or why nothing is sent. */
export default function ConnectionNotice({ connection: { isArchived, paused, health } }: { connection: Connection }) {
  useRefreshing(!isArchived);
  const turn = useTurnConnection();
  if (isArchived)
    return (
      <section className={styles["banner"]} aria-label="Connection to the service">
        <Icon name="lock" size={14} />
        <span>This connection is out of use: it can be read, and nothing is sent.</span>
      </section>
    );
  if (paused !== null)
    return (
      <section className={styles["banner"]} aria-label="Connection to the service">
        <Icon name="lock" size={14} />
        <span>
          <bdi>{paused.by.name}</bdi> paused sending <Age at={paused.at} after="ago" />. What is applied is live for
          readers, and sent once it is resumed.
        </span>
        <Permitted action="apply" forAll>
          <button type="button" disabled={turn.isPending} onClick={() => turn.mutate("resume")}>
            Resume sending
          </button>
        </Permitted>
      </section>
    );
  return (
    <section className={styles["banner"]} aria-label="Connection to the service">
      <Icon name="clock" size={14} />
      <span>
        <span role="alert">
          {health.state === "paused"
            ? "Calls to the service are paused after several failures. They resume automatically."
            : "The service did not answer the last request."}{" "}
          <span className={styles["detail"]}>What you see is as of the last reading.</span>
        </span>
        {/* Ages change all the time, and an alert is read anew whenever it changes. */}
        {health.lastOkAt === null ? null : (
          <>
            {" "}
            The last answer came <Age at={health.lastOkAt} after="ago" />.
          </>
        )}
      </span>
    </section>
  );
}

/** Any answer from the server may mean that the service answered again, so each one rereads the connection. */
function useRefreshing(isTroubled: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isTroubled) return;
    const { queryKey } = connectionQuery;
    const refresh = () => void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
    const leave = [
      client.getQueryCache().subscribe((event) => {
        const isAnswer = event.type === "updated" && event.action.type === "success";
        if (isAnswer && event.query.queryHash !== hashKey(queryKey)) refresh();
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "success") refresh();
      }),
    ];
    return () => {
      for (const stop of leave) stop();
    };
  }, [client, isTroubled]);
}
