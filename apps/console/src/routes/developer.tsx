import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorSentence, requestIdOf } from "#/api/bff-error.ts";
import { CapabilityList } from "#/features/connection/capability-list.tsx";
import { GatewayGuide } from "#/features/connection/gateway-guide.tsx";
import { indexVersionChoicesQuery } from "#/features/index-versions/queries.ts";
import { connectionQuery } from "#/features/session/queries.ts";
import { TokenSection } from "#/features/tokens/token-section.tsx";
import { Button } from "#/ui/button.tsx";
import { Icon } from "#/ui/icon.tsx";
import { Page } from "#/ui/page.tsx";
import { ReadFailure } from "#/ui/read-failure.tsx";
import { SkeletonRows } from "#/ui/skeleton-rows.tsx";
import styles from "./developer.module.css";

export function Component() {
  const { data: connection, error, refetch } = useQuery(connectionQuery);
  const { data: choices } = useQuery(indexVersionChoicesQuery("", "recent"));
  const [secret, setSecret] = useState<string | null>(null);
  const indexId = choices?.items[0]?.id ?? "idx_…";
  return (
    <Page
      title="Developer"
      lede="Read records with their overrides from a program, and see what the service behind can do."
      actions={
        <Button href="/api/v1/openapi.json" leftSection={<Icon name="code" />}>
          API description
        </Button>
      }
    >
      {connection === undefined ? (
        error === null ? (
          <SkeletonRows rows={10} label="Loading the connection" />
        ) : (
          <ReadFailure sentence={errorSentence(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )
      ) : (
        <div className={styles["columns"]}>
          <div className={styles["sections"]}>
            <TokenSection onSecret={setSecret} />
            <GatewayGuide connection={connection} origin={window.location.origin} secret={secret} indexId={indexId} />
          </div>
          <CapabilityList capabilities={connection.capabilities} profile={connection.profile.name} />
        </div>
      )}
    </Page>
  );
}
