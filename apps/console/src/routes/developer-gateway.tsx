import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { recordOfCall } from "#/connection/gateway-call.ts";
import { GatewayGuide } from "#/connection/gateway-guide.tsx";
import { DirectoryField } from "#/index-choice/directory-field.tsx";
import { indexVersionChoicesQuery } from "#/index-choice/queries.ts";
import { AllLinksSection } from "#/features/brief/link-list.tsx";
import { TokenSection } from "#/features/tokens/token-section.tsx";
import { useConnection } from "./developer.tsx";
import styles from "./developer.module.css";
import { useUrlState } from "#/ui/page/use-url-state.ts";

export function Component() {
  const connection = useConnection();
  const { data: choices } = useQuery(indexVersionChoicesQuery("", "recent"));
  const [params] = useUrlState();
  const [chosen, setChosen] = useState<string | null>(null);
  const indexId = chosen ?? params.get("index") ?? choices?.items[0]?.id ?? null;
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <div className={styles["sections"]}>
      <TokenSection onSecret={setSecret} />
      <AllLinksSection />
      <GatewayGuide
        connection={connection}
        origin={window.location.origin}
        secret={secret}
        indexId={indexId ?? "INDEX"}
        record={recordOfCall(params, connection.capabilities)}
        chooser={
          indexId === null ? null : (
            <DirectoryField label="Directory to read" chosen={indexId} onChoose={({ id }) => setChosen(id)} />
          )
        }
      />
    </div>
  );
}
