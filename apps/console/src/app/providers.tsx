import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { followColorScheme } from "#/theme/color-scheme.ts";
import { CommandsProvider } from "#/ui/commands.tsx";
import { KeysProvider } from "#/ui/keys.tsx";
import { Tips } from "#/ui/tips.tsx";
import { ToastsProvider } from "#/ui/toasts.tsx";

/** Everything that a screen may count on. */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  useEffect(followColorScheme, []);
  return (
    <>
      <QueryClientProvider client={client}>
        <KeysProvider>
          <CommandsProvider>
            <ToastsProvider>{children}</ToastsProvider>
          </CommandsProvider>
        </KeysProvider>
      </QueryClientProvider>
      <Tips />
    </>
  );
}
