import {
  Button,
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
} from "@mantine/core";
import { darkVariables, lightVariables } from "./tokens.ts";

const controlHeights = { xs: "24px", sm: "28px", md: "32px", lg: "40px" };

function sizeName(size: string | undefined): keyof typeof controlHeights {
  return size === "xs" || size === "sm" || size === "lg" ? size : "md";
}

export const theme = createTheme({
  primaryColor: "ink",
  primaryShade: 7,
  colors: {
    ink: [
      "#F5F6F8",
      "#EFF1F4",
      "#E1E5EA",
      "#C6CCD5",
      "#858E9C",
      "#5F6876",
      "#434B58",
      "#171C24",
      "#12161C",
      "#0A0C10",
    ],
  },
  fontFamily: 'Inter, -apple-system, "Segoe UI", "Noto Sans", Arial, "Noto Sans CJK SC", "Noto Sans Arabic", sans-serif',
  fontFamilyMonospace: '"JetBrains Mono", ui-monospace, Menlo, Consolas, monospace',
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  lineHeights: { xs: "1rem", sm: "1.25rem", md: "1.25rem", lg: "1.5rem", xl: "1.75rem" },
  spacing: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "12px" },
  breakpoints: { xs: "30em", sm: "53.75em", md: "64em", lg: "80em", xl: "90em" },
  defaultRadius: "sm",
  respectReducedMotion: true,
  cursorType: "pointer",
  variantColorResolver: (input) =>
    input.variant === "filled" && (input.color ?? "ink") === "ink"
      ? {
          background: "var(--dc-inverse)",
          hover: "var(--dc-ink-2)",
          color: "var(--dc-on-inverse)",
          border: "1px solid transparent",
        }
      : defaultVariantColorsResolver(input),
  components: {
    Button: Button.extend({
      defaultProps: { size: "md", variant: "default" },
      vars: (_theme, { size }) => ({
        root: {
          "--button-height": controlHeights[sizeName(size)],
          "--button-padding-x": size === "xs" ? "8px" : "12px",
          "--button-fz": "0.8125rem",
        },
      }),
    }),
  },
});

const inkVariables = {
  "--mantine-color-ink-filled": "var(--dc-inverse)",
  "--mantine-color-ink-filled-hover": "var(--dc-ink-2)",
  "--mantine-primary-color-filled": "var(--dc-inverse)",
  "--mantine-primary-color-filled-hover": "var(--dc-ink-2)",
  "--mantine-primary-color-contrast": "var(--dc-on-inverse)",
  "--mantine-color-body": "var(--dc-canvas)",
  "--mantine-color-text": "var(--dc-ink)",
  "--mantine-color-dimmed": "var(--dc-ink-3)",
  "--mantine-color-placeholder": "var(--dc-ink-3)",
  "--mantine-color-default": "var(--dc-raised)",
  "--mantine-color-default-hover": "var(--dc-hover)",
  "--mantine-color-default-color": "var(--dc-ink)",
  "--mantine-color-default-border": "var(--dc-line-control)",
  "--mantine-color-disabled": "var(--dc-sunken)",
  "--mantine-color-disabled-color": "var(--dc-ink-3)",
  "--mantine-color-disabled-border": "var(--dc-line)",
  "--mantine-color-error": "var(--dc-conflict)",
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...lightVariables, ...inkVariables },
  dark: { ...darkVariables, ...inkVariables },
});

export const colorSchemeManager = localStorageColorSchemeManager({ key: "dc-color-scheme" });
