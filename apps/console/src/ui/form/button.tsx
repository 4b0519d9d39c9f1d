import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import styles from "./button.module.css";

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
    | (Own<ComponentProps<"button">> & { loading?: boolean; to?: never; href?: never })
    | (Own<LinkProps> & { href?: never })
    | (Own<ComponentProps<"a">> & { href: string; to?: never })
  );

/** The button of the console. While `loading` it keeps its size, is disabled, and shows a spinner instead of its text. */
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
      <span className={styles["label"]}>{children}</span>
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
  const { loading = false, disabled = false, ...button } = rest;
  return (
    <button type="button" {...button} {...look} disabled={disabled || loading} data-loading={loading || undefined}>
      {loading ? <span className={styles["ring"]} aria-hidden="true" /> : null}
      {inner}
    </button>
  );
}
