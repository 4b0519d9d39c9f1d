import { useLayoutEffect, useRef, type ReactNode } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import styles from "./side-drawer.module.css";

export interface SideDrawerProps {
  opened: boolean;
  title: string;
  /** `end` and `start` slide in from an edge; `middle` is centred. */
  side?: "start" | "end" | "middle";
  footer?: ReactNode;
  children: ReactNode;
  /** Left out, it cannot be closed, and nothing of the page behind it can be seen. */
  onClose?: () => void;
}

/** A modal panel, as a `dialog` element: it keeps the focus inside, and Escape or a press outside closes it. */
export function SideDrawer({ opened, title, side = "end", footer, children, onClose }: SideDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** A press that began inside, as when text is selected, and ended outside closes nothing. */
  const pressedOutside = useRef(false);
  // The browser gives the focus back to where it was only if a dialog is closed before it is removed, or hidden while
  // something beside it loads, after which it opens again.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null || !opened) return;
    element.showModal();
    element.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    return () => element.close();
  }, [opened]);
  const closed = () => {
    const element = dialog.current;
    // Hidden, or open again by now.
    if (element === null || element.open) return;
    if (onClose === undefined) element.showModal();
    else onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={styles["drawer"]}
      data-side={side}
      data-covers={onClose === undefined || undefined}
      aria-label={title}
      // A browser closes any dialog at a second Escape.
      onClose={closed}
      // Closed by the browser, it gives the focus back before it says so, and a key that comes between would be lost.
      onCancel={(event) => {
        // Leaving the choice of a file inside cancels that alone.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose?.();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        if (pressedOutside.current && event.target === dialog.current) onClose?.();
      }}
    >
      {opened ? (
        <>
          <header>
            <h2>{title}</h2>
            {onClose === undefined ? null : (
              <button type="button" className={styles["close"]} aria-label="Close" onClick={onClose}>
                <Icon name="cross" />
              </button>
            )}
          </header>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
          <div className={styles["inside"]} tabIndex={0} role="group" aria-label={title}>
            {children}
          </div>
          {footer === undefined ? null : <footer>{footer}</footer>}
        </>
      ) : null}
    </dialog>
  );
}
