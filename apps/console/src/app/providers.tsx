import { MantineProvider } from "@mantine/core";
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { styleNonce } from "#/csp-nonce.ts";
import { colorSchemeManager, cssVariables, theme } from "#/theme/theme.ts";
import { CommandsProvider } from "#/ui/commands.tsx";
import { KeysProvider } from "#/ui/keys.tsx";
import { Tips } from "#/ui/tips.tsx";
import { ToastsProvider } from "#/ui/toasts.tsx";

/** Everything that a screen may count on. */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={client}>
        <KeysProvider>
          <CommandsProvider>
            <ToastsProvider>{children}</ToastsProvider>
          </CommandsProvider>
        </KeysProvider>
      </QueryClientProvider>
      <Tips />
    </MantineProvider>
  );
}
