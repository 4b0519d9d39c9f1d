import { useEffect, useRef, type ComponentProps, type ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import styles from "./button.module.css";

/** What is done sooner needs no telling. */
const unnoticedMs = 300;

interface ButtonLook {
  variant?: "default" | "subtle" | "filled";
  /** 24, 28 or 32 px high. */
  size?: "xs" | "sm" | "md";
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  fullWidth?: boolean;
  className?: string;
  children?: ReactNode;
}

type Own<Props> = Omit<Props, keyof ButtonLook>;

/** With `to` it is a link inside the console, with `href` a link to elsewhere. */
export type ButtonProps = ButtonLook &
  (
    | (Own<ComponentProps<"button">> & { loading?: boolean; waits?: boolean; to?: never; href?: never })
    | (Own<LinkProps> & { href?: never })
    | (Own<ComponentProps<"a">> & { href: string; to?: never })
  );

/**
 * The button of the console. While `loading` it keeps its label, its size and the focus, ignores presses, and screen
 * readers are told that it is under way. While `waits` something else is under way: it ignores presses and, unlike a
 * disabled one, keeps the focus.
 */
export function Button({
  variant = "default",
  size = "md",
  leftSection,
  rightSection,
  fullWidth = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  const look = {
    className: className === undefined ? styles["button"] : `${styles["button"]} ${className}`,
    "data-button": "",
    "data-variant": variant,
    "data-size": size,
    "data-block": fullWidth || undefined,
    "data-left": leftSection != null || undefined,
    "data-right": rightSection != null || undefined,
  };
  const inner = (
    <span className={styles["inner"]}>
      {leftSection == null ? null : <span className={styles["left"]}>{leftSection}</span>}
      <span className={styles["label"]} data-button-label="">
        {children}
      </span>
      {rightSection == null ? null : <span className={styles["right"]}>{rightSection}</span>}
    </span>
  );
  if (rest.to !== undefined) {
    return (
      <Link {...rest} {...look}>
        {inner}
      </Link>
    );
  }
  if (rest.href !== undefined) {
    return (
      <a {...rest} {...look}>
        {inner}
      </a>
    );
  }
  const { loading = false, waits = false, onClick, ...button } = rest;
  return (
    <button
      type="button"
      {...button}
      {...look}
      aria-disabled={loading || waits || undefined}
      aria-busy={loading || undefined}
      data-loading={loading || undefined}
      data-waits={waits || undefined}
      onClick={(event) => {
        // A submit button must not submit its form a second time either.
        if (loading || waits) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {inner}
      {loading ? <Busy /> : null}
    </button>
  );
}

/** The line below the label of a loading button. */
function Busy() {
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const label = line.current?.parentElement?.querySelector("[data-button-label]")?.textContent ?? "";
    let isOver = false;
    let takeBack: (() => void) | undefined;
    const announceBusy = async () => {
      const { announce } = await import("#/ui/page/announce.ts");
      if (!isOver) takeBack = announce(`${label}: under way`);
    };
    const timer = setTimeout(() => void announceBusy(), unnoticedMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
      takeBack?.();
    };
  }, []);
  return <span ref={line} className={styles["busy"]} aria-hidden="true" />;
}
