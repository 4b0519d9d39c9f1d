import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { connectionInUse } from "#/api/connection-in-use.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { sessionQuery } from "#/connection/session-query.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { lazyPart } from "#/ui/page/lazy-part.tsx";
import styles from "./navigation.module.css";

const ConnectionMenu = lazyPart(() => import("./connection-menu.tsx"));
const modeWords = { test: "Test", live: "Live" };

/** The connection that the page belongs to; a button that switches where there are others. */
export function ConnectionInUse() {
  const { data: connection } = useQuery(connectionQuery);
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const others = (session?.person?.roles ?? []).some(({ connectionId }) => connectionId !== connectionInUse());
  useShortcuts(
    others
      ? [
          {
            keys: "mod+shift+c",
            label: "Switch the connection",
            group: "Everywhere",
            everywhere: true,
            run: () => setIsOpen(true),
          },
        ]
      : [],
  );
  if (connection === undefined) return <div className={styles["connection"]} />;
  const about = (
    <>
      <b data-tip={connection.name} data-tip-when="cut">
        <bdi>{connection.name}</bdi>
      </b>
      <span>
        {modeWords[connection.mode]} · API {connection.apiVersion}
      </span>
    </>
  );
  if (!others) return <div className={styles["connection"]}>{about}</div>;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles["connection"]}
        data-switches
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="unseen">Switch the connection:</span>
        <span>{about}</span>
        <Icon name="switch" size={14} />
      </button>
      {isOpen ? <ConnectionMenu anchor={button} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
