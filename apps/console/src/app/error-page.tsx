import { BffError, errorSentence, requestIdOf } from "#/api/bff-error.ts";
import { useIsOutdated } from "#/api/console-build.ts";
import { Button } from "#/ui/form/button.tsx";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { paths } from "#/paths.ts";
import { EmptyState } from "#/ui/page/empty-state.tsx";

/** Replaces a route that failed; the shell around it keeps working. */
export function ErrorPage({ error }: { error: unknown }) {
  const requestId = requestIdOf(error);
  useIsOutdated();
  const missing = error instanceof BffError && error.code === "not_found";
  return (
    <div role="alert">
      <title>Failed · Directory Console</title>
      <EmptyState
        title={missing ? "Not found" : "This page could not be shown"}
        primary={
          <Button variant="filled" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        }
        other={
          <Button variant="subtle" href={paths.home.href()}>
            Go to index versions
          </Button>
        }
      >
        {errorSentence(error)}
        {requestId === null ? null : (
          <>
            {" "}
            <CopyableId id={requestId} />
          </>
        )}
      </EmptyState>
    </div>
  );
}
