import { Fragment, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import panelStyles from "./floating-panel.module.css";
import { FloatingPanel } from "./floating-panel.tsx";
import styles from "./menu-button.module.css";

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  /** The shortcut to print beside it. */
  keys?: ReactNode;
  disabled?: boolean;
  /** A heading above the item. */
  heading?: string;
  /** Draws a line above the item. */
  divided?: boolean;
  /** For an item that is a setting: one of several (`radio`), or on and off (`checkbox`). */
  choice?: { kind: "radio" | "checkbox"; on: boolean };
  run: () => void;
}

export interface MenuButtonProps {
  /** `More for Ortiz Villalobos`. */
  label: string;
  items: readonly MenuItem[];
  /** The content of the button; ⋯ without it. */
  children?: ReactNode;
  className?: string | undefined;
  align?: "start" | "end";
}

const roles = { radio: "menuitemradio", checkbox: "menuitemcheckbox" } as const;

/** A button that opens a menu. Arrow keys, Home, End and first letters move in it. */
export function MenuButton({ label, items, children, className, align = "end" }: MenuButtonProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const letter = event.key.length === 1 && event.key !== " " ? event.key.toLowerCase() : null;
    const { elements, index, reached } = itemReached(event);
    const to =
      reached ??
      (letter === null
        ? undefined
        : [...elements.slice(index + 1), ...elements].find((item) =>
            item.textContent?.toLowerCase().startsWith(letter),
          ));
    if (event.key === "Tab") setOpened(false);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    to.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className ?? styles["dots"]}
        aria-label={children === undefined ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        {children ?? <Icon name="dots" />}
      </button>
      {opened ? (
        <FloatingPanel anchor={button} align={align} onClose={() => setOpened(false)}>
          <div role="menu" aria-label={label} className={panelStyles["menu"]} onKeyDown={onKeyDown}>
            {items.map((item, index) => (
              <Fragment key={item.label}>
                {item.divided === true ? <hr className={panelStyles["rule"]} /> : null}
                {item.heading === undefined ? null : (
                  <div className={panelStyles["heading"]} role="presentation">
                    {item.heading}
                  </div>
                )}
                <button
                  type="button"
                  role={item.choice === undefined ? "menuitem" : roles[item.choice.kind]}
                  aria-checked={item.choice?.on}
                  aria-disabled={item.disabled}
                  tabIndex={-1}
                  data-autofocus={index === 0 || undefined}
                  className={panelStyles["item"]}
                  onClick={() => {
                    if (item.disabled === true) return;
                    setOpened(false);
                    item.run();
                  }}
                >
                  {item.icon}
                  {item.label}
                  <span className={panelStyles["end"]}>
                    {item.choice?.on === true ? <Icon name="check" size={14} /> : item.keys}
                  </span>
                </button>
              </Fragment>
            ))}
          </div>
        </FloatingPanel>
      ) : null}
    </>
  );
}

/** The item of a menu to which an arrow key, Home or End leads from the focused one. */
export function itemReached({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
  const elements = [...currentTarget.querySelectorAll<HTMLElement>("[role^=menuitem]")];
  const index = elements.findIndex((item) => item === document.activeElement);
  const reached = {
    ArrowDown: elements[(index + 1) % elements.length],
    ArrowUp: elements.at(index - 1),
    Home: elements[0],
    End: elements.at(-1),
  }[key];
  return { elements, index, reached };
}
