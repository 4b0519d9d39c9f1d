import { Fragment, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { FloatingPanel } from "./floating-panel.tsx";
import panelStyles from "./floating-panel.module.css";
import { Icon } from "#/ui/text/icon.tsx";
import styles from "./menu-button.module.css";

export interface MenuVerb {
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
  verbs: readonly MenuVerb[];
  /** The content of the button; ⋯ without it. */
  children?: ReactNode;
  className?: string | undefined;
  align?: "start" | "end";
}

const roles = { radio: "menuitemradio", checkbox: "menuitemcheckbox" } as const;

/** A button that opens a menu. Arrow keys, Home, End and first letters move in it. */
export function MenuButton({ label, verbs, children, className, align = "end" }: MenuButtonProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role^=menuitem]")];
    const at = items.findIndex((item) => item === document.activeElement);
    const letter = event.key.length === 1 && event.key !== " " ? event.key.toLowerCase() : null;
    const to =
      event.key === "ArrowDown"
        ? items[(at + 1) % items.length]
        : event.key === "ArrowUp"
          ? items.at(at - 1)
          : event.key === "Home"
            ? items[0]
            : event.key === "End"
              ? items.at(-1)
              : letter === null
                ? undefined
                : [...items.slice(at + 1), ...items].find((item) => item.textContent?.toLowerCase().startsWith(letter));
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
            {verbs.map((verb, at) => (
              <Fragment key={verb.label}>
                {verb.divided === true ? <hr className={panelStyles["rule"]} /> : null}
                {verb.heading === undefined ? null : (
                  <div className={panelStyles["heading"]} role="presentation">
                    {verb.heading}
                  </div>
                )}
                <button
                  type="button"
                  role={verb.choice === undefined ? "menuitem" : roles[verb.choice.kind]}
                  aria-checked={verb.choice?.on}
                  aria-disabled={verb.disabled}
                  tabIndex={-1}
                  data-autofocus={at === 0 || undefined}
                  className={panelStyles["item"]}
                  onClick={() => {
                    if (verb.disabled === true) return;
                    setOpened(false);
                    verb.run();
                  }}
                >
                  {verb.icon}
                  {verb.label}
                  <span className={panelStyles["end"]}>
                    {verb.choice?.on === true ? <Icon name="check" size={14} /> : verb.keys}
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
