import type { PasskeyOptions, Session } from "@dc/contract";
import { bff } from "#/api/bff.ts";
import { errorSentence } from "#/api/bff-error.ts";
import { useCommand } from "#/commands/use-command.ts";
import { canUsePasskeys, provePasskey, wasNotAllowed } from "#/connection/passkeys.ts";
import { sessionQuery } from "#/connection/session-query.ts";
import { Button } from "#/ui/form/button.tsx";
import { Note } from "#/marks/note.tsx";

/** The way in with a passkey, where the browser has them. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useCommand({
    run: async () => {
      const options = await bff.post<PasskeyOptions>("/session/passkey/options", {});
      return await bff.post<Session>("/session/passkey", await provePasskey(options));
    },
    stores: () => sessionQuery.queryKey,
    onDone: onSignedIn,
  });
  if (!canUsePasskeys()) return null;
  return (
    <>
      {signIn.error === null ? null : (
        <Note kind="failed" live>
          {wasNotAllowed(signIn.error)
            ? "No passkey was used. Try again, or sign in another way."
            : errorSentence(signIn.error)}
        </Note>
      )}
      <Button fullWidth loading={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in with a passkey
      </Button>
    </>
  );
}
