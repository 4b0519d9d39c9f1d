import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { useNavigate } from "react-router";
import { paths } from "#/app/paths.ts";
import { itemsOf } from "#/api/list-query.ts";
import { Button } from "#/ui/form/button.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import styles from "./index-versions.module.css";
import { openCreationsQuery } from "./queries.ts";

const SettleCreation = lazy(() => import("./settle-creation.tsx"));

/** Creations with an unknown outcome, shown above the list until they are settled. */
export function OpenCreations() {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(openCreationsQuery);
  const navigate = useNavigate();
  const toast = useToast();
  const open = itemsOf(data, (creation) => creation.id);
  if (open.length === 0) return null;
  return (
    <div className={styles["creations"]} role="region" aria-label="Open creations">
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
