import type { ListedConnection } from "@dc/contract";
import { connectionInUse } from "#/api/connection-in-use.ts";
import { ModeBadge } from "#/marks/mode-badge.tsx";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { ConnectionState } from "./connection-state.tsx";
import { approvalsText, budgetText, counted } from "./connection-texts.ts";
import styles from "./connections.module.css";

export interface ConnectionListProps {
  label: string;
  connections: readonly ListedConnection[];
  onOpen: (connection: ListedConnection) => void;
}

/** Connections with their mode at the edge: black for live, striped for test. */
export function ConnectionList({ label, connections, onOpen }: ConnectionListProps) {
  return (
    <table className={styles["list"]} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Mode</th>
          <th scope="col">Connection</th>
          <th scope="col">Known here</th>
          <th scope="col">Key</th>
          <th scope="col">Budget, approvals</th>
          <th scope="col">State</th>
          <th scope="col">
            <span className="unseen">Open</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {connections.map((connection) => (
          <tr
            key={connection.id}
            data-mode={connection.mode}
            data-archived={connection.archivedAt !== null || undefined}
          >
            <td>
              <ModeBadge mode={connection.mode} />
            </td>
            <th scope="row">
              <bdi>{connection.name}</bdi>
              {connection.id === connectionInUse() ? <small> in use here</small> : null}
              <small className={styles["about"]}>
                <bdi>{connection.baseUrl.replace(/^https?:\/\//, "")}</bdi>, {connection.apiVersion}, profile “
                {connection.profileName}”{connection.isFromEnvironment ? ", kept by the operator" : ""}
              </small>
            </th>
            <td>
              <span className={styles["two"]}>
                {counted(connection.directories, "directory", "directories")}
                <small>{counted(connection.records, "record", "records")}</small>
              </span>
            </td>
            <td>
              <KeyCell connection={connection} />
            </td>
            <td>
              <span className={styles["two"]}>
                {budgetText(connection)}
                <small>{approvalsText(connection)}</small>
              </span>
            </td>
            <td>
              <ConnectionState connection={connection} />
            </td>
            <td>
              <Button size="sm" aria-label={`Open ${connection.name}`} onClick={() => onOpen(connection)}>
                Open
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function KeyCell({ connection: { key } }: { connection: ListedConnection }) {
  if (key === null)
    return (
      <span className={styles["two"]}>
        kept elsewhere
        <small>in the environment</small>
      </span>
    );
  return (
    <span className={styles["two"]}>
      <span>
        ends <span className="mono">…{key.lastFour}</span>
      </span>
      <small>
        <Age at={key.setAt} before="set" after="ago" />
      </small>
    </span>
  );
}
