import { CapabilityList } from "#/connection/capability-list.tsx";
import { ProbePanel } from "#/features/probes/probe-panel.tsx";
import { RequestList } from "#/features/requests/request-list.tsx";
import { useConnection } from "./developer.tsx";
import styles from "./developer.module.css";

export function Component() {
  const connection = useConnection();
  return (
    <div className={styles["requests"]}>
      <RequestList connection={connection} />
      <div className={styles["board"]}>
        <CapabilityList capabilities={connection.capabilities} profile={connection.profile.name}>
          <ProbePanel connection={connection} />
        </CapabilityList>
      </div>
    </div>
  );
}
