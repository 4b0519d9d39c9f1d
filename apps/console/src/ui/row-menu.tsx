import { Menu } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { Icon } from "./icon.tsx";
import styles from "./row-menu.module.css";

export interface MenuVerb {
  label: string;
  icon?: ReactNode;
  keys?: ReactNode;
  disabled?: boolean;
  /** Starts a new group. */
  divided?: boolean;
  run: () => void;
}

export interface MenuButtonProps {
  /** `More for Ortiz Villalobos`. */
  label: string;
  verbs: readonly MenuVerb[];
  children?: ReactNode;
}

/** The rest of the verbs under ⋯, or under a button of one's own. */
export function MenuButton({ label, verbs, children }: MenuButtonProps) {
  return (
    <Menu position="bottom-end" withinPortal transitionProps={{ duration: 0 }} returnFocus>
      <Menu.Target>
        <button type="button" className={styles["dots"]} aria-label={label} onClick={(event) => event.stopPropagation()}>
          {children ?? <Icon name="dots" />}
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={label} onClick={(event) => event.stopPropagation()}>
        {verbs.map((verb) => (
          <Fragment key={verb.label}>
            {verb.divided === true ? <Menu.Divider /> : null}
            <Menu.Item
              leftSection={verb.icon}
              rightSection={verb.keys}
              disabled={verb.disabled ?? false}
              onClick={verb.run}
            >
              {verb.label}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
