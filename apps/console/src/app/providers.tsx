import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { describeFailure } from "#/api/bff-error.ts";
import { useIsOutdated } from "#/api/console-build.ts";
import { followColorScheme } from "#/theme/color-scheme.ts";
import { CommandsProvider } from "#/ui/keyboard/commands.tsx";
import { ShortcutsProvider } from "#/ui/keyboard/shortcuts.tsx";
import { ToastsProvider } from "#/ui/overlay/toasts.tsx";
import { DescribeFailure } from "#/ui/page/read-failure.tsx";

/** The context that every screen relies on. */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  useEffect(followColorScheme, []);
  // A failure is described anew once the server has another build.
  useIsOutdated();
  return (
    <QueryClientProvider client={client}>
      <DescribeFailure value={(error) => describeFailure(error)}>
        <ShortcutsProvider>
          <CommandsProvider>
            <ToastsProvider>{children}</ToastsProvider>
          </CommandsProvider>
        </ShortcutsProvider>
      </DescribeFailure>
    </QueryClientProvider>
  );
}
