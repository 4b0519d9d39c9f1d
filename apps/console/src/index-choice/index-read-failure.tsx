import { useQuery } from "@tanstack/react-query";
import { isGone } from "#/api/bff-error.ts";
import { paths } from "#/paths.ts";
import { Button } from "#/ui/form/button.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Permitted } from "#/connection/permissions.tsx";
import { lazyPart } from "#/ui/page/lazy-part.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { indexVersionQuery } from "./queries.ts";

const KnownElsewhere = lazyPart(() => import("./known-elsewhere.tsx"));

export interface IndexReadFailureProps {
  indexId: string;
  /** The other index of the page, if there is one. */
  against?: string | null;
  error: unknown;
  onRetry: () => void;
}

/** In place of what could not be read. Where the console does not know an index of the page, it offers to adopt it. */
export function IndexReadFailure({ indexId, against = null, error, onRetry }: IndexReadFailureProps) {
  // A page that reads the index itself would start over with each reading of this.
  const once = { refetchOnMount: false, retryOnMount: false };
  const here = useQuery({ ...indexVersionQuery(indexId), ...once, enabled: isGone(error) });
  const there = useQuery({ ...indexVersionQuery(against ?? ""), ...once, enabled: isGone(error) && against !== null });
  const unknown = isGone(here.error) ? indexId : isGone(there.error) ? (against ?? undefined) : undefined;
  if (unknown === undefined) return <ReadFailure error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      title="This index version is not known here"
      primary={
        <Permitted action="stage" forAll>
          <Button variant="filled" to={paths.indexVersions.href({ adopt: unknown })}>
            Adopt it
          </Button>
        </Permitted>
      }
      other={
        <>
          <Button onClick={onRetry}>Try again</Button>
          <KnownElsewhere indexId={unknown} />
        </>
      }
    >
      The service can’t list its index versions, so the console knows those that were created or adopted here. If{" "}
      <code>{unknown}</code> belongs to this connection’s key, adopt it to work with it.
    </EmptyState>
  );
}
