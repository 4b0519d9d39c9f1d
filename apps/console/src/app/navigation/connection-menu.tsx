import { useQuery } from "@tanstack/react-query";
import type { KeyboardEvent, RefObject } from "react";
import type { ListedConnection } from "@dc/contract";
import { connectionInUse } from "#/api/connection-in-use.ts";
import { connectionsQuery } from "#/connection/queries.ts";
import { ModeBadge } from "#/marks/mode-badge.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { itemReached } from "#/ui/overlay/menu-button.tsx";
import { FloatingPanel } from "#/ui/overlay/floating-panel.tsx";
import panelStyles from "#/ui/overlay/floating-panel.module.css";
import { keepPlace, takePlace } from "./places.ts";
import { overviewOf } from "#/routes/screens.tsx";
import styles from "./connection-menu.module.css";

/**
 * Opens another connection where one left it. The page is loaded anew, so that nothing of one connection can be seen, or
 * asked for, in another.
 */
function switchTo({ id }: ListedConnection): void {
  if (id === connectionInUse()) return;
  const { pathname, search } = window.location;
  keepPlace(connectionInUse(), `${pathname}${search}`);
  window.location.assign(takePlace(id) ?? overviewOf(id));
}

const counted = (count: number) => (count === 1 ? "1 directory" : `${count} directories`);

function aboutOf({ archivedAt, health, directories }: ListedConnection): string {
  if (archivedAt !== null) return "out of use";
  const trouble = { down: ", not reachable", paused: ", asked to wait", slow: ", slow", up: "", "not tried": "" };
  return `${counted(directories)}${trouble[health.state]}`;
}

/** The connections in which one has a role. Arrows, Home, End and digits choose. */
export default function ConnectionMenu({
  anchor,
  onClose,
}: {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const { data } = useQuery(connectionsQuery);
  const items = data?.items ?? [];
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const digit = /^[1-9]$/.test(event.key) ? items[Number(event.key) - 1] : undefined;
    if (digit !== undefined) {
      event.preventDefault();
      onClose();
      switchTo(digit);
      return;
    }
    if (event.key === "Tab") onClose();
    const { reached } = itemReached(event);
    if (reached === undefined) return;
    event.preventDefault();
    reached.focus();
  };
  if (items.length === 0) return null;
  return (
    <FloatingPanel anchor={anchor} align="start" onClose={onClose}>
      <div role="menu" tabIndex={-1} aria-label="Connections" className={styles["menu"]} onKeyDown={onKeyDown}>
        {items.map((item, index) => {
          const isHere = item.id === connectionInUse();
          return (
            <button
              key={item.id}
              type="button"
              role="menuitemradio"
              aria-checked={isHere}
              tabIndex={-1}
              data-autofocus={isHere || undefined}
              className={styles["item"]}
              onClick={() => {
                onClose();
                switchTo(item);
              }}
            >
              <ModeBadge mode={item.mode} />
              <span>
                <bdi>{item.name}</bdi>
                <small>{aboutOf(item)}</small>
              </span>
              {isHere ? <Icon name="check" /> : index < 9 ? <Kbd keys={String(index + 1)} /> : null}
            </button>
          );
        })}
        <p className={panelStyles["heading"]} role="presentation">
          Drafts stay with their connection. The page opens again where you left it.
        </p>
      </div>
    </FloatingPanel>
  );
}
