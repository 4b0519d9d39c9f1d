import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { GatewayGuide } from "#/features/connection/gateway-guide.tsx";
import { indexVersionChoicesQuery } from "#/features/index-versions/queries.ts";
import { TokenSection } from "#/features/tokens/token-section.tsx";
import { useConnection } from "./developer.tsx";
import styles from "./developer.module.css";

export function Component() {
  const connection = useConnection();
  const { data: choices } = useQuery(indexVersionChoicesQuery("", "recent"));
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <div className={styles["sections"]}>
      <TokenSection onSecret={setSecret} />
      <GatewayGuide
        connection={connection}
        origin={window.location.origin}
        secret={secret}
        indexId={choices?.items[0]?.id ?? "INDEX"}
      />
    </div>
  );
}
