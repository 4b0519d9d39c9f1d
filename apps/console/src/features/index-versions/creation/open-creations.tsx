import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { paths } from "#/paths.ts";
import { itemsOf } from "#/api/list-query.ts";
import { errorSentence } from "#/api/bff-error.ts";
import { useReachability } from "#/api/reachability.ts";
import { Note } from "#/marks/note.tsx";
import { Button } from "#/ui/form/button.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import styles from "#/features/index-versions/index-versions.module.css";
import { openCreationsQuery } from "#/features/index-versions/queries.ts";
import { SettleCreation } from "./settle-creation.tsx";

/** Creations with an unknown outcome, shown above the list until they are settled. */
export default function OpenCreations() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(openCreationsQuery);
  // A server that can't be reached is told by a banner.
  const failure = useReachability() === "here" ? error : null;
  const navigate = useNavigate();
  const toast = useToast();
  const open = itemsOf(data, (creation) => creation.id);
  if (open.length === 0 && failure === null) return null;
  return (
    <div className={styles["creations"]} role="region" aria-label="Open creations">
      {failure === null ? null : (
        <Note
          kind="failed"
          live
          actions={
            <Button size="xs" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {data === undefined
            ? "Creations that wait for a person to settle them could not be read, so there may be some."
            : "Creations that wait for a person to settle them could not be read again; these may be out of date."}{" "}
          {errorSentence(failure)}
        </Note>
      )}
      {open.map((creation) => (
        <SettleCreation
          key={creation.id}
          creation={creation}
          onSettled={(settled) => {
            toast({
              text: settled.indexId === null ? `“${settled.name}” is settled.` : `“${settled.name}” is adopted.`,
            });
            if (settled.indexId !== null) void navigate(paths.directory.href({ indexId: settled.indexId }));
          }}
        />
      ))}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}
