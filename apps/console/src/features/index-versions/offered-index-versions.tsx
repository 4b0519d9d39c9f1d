import { useQuery } from "@tanstack/react-query";
import { errorSentence } from "#/api/bff-error.ts";
import { Note } from "#/marks/note.tsx";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { Permitted } from "#/connection/permissions.tsx";
import { Button } from "#/ui/form/button.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { numberText } from "#/ui/display/count.tsx";
import { IndexVersionViews } from "./index-version-views.tsx";
import styles from "./offered-index-versions.module.css";
import { offeredQuery } from "./queries.ts";

/** The index versions of the service that this console does not know, each of which can be adopted. */
export default function OfferedIndexVersions({ onAdopt }: { onAdopt: (indexId: string) => void }) {
  return (
    <>
      <IndexVersionViews current="offered" />
      <OfferedList onAdopt={onAdopt} />
    </>
  );
}

function OfferedList({ onAdopt }: { onAdopt: (indexId: string) => void }) {
  const { data, error, refetch, isFetching } = useQuery(offeredQuery);
  const failure = data?.state === "failed" ? data.failure : error === null ? null : errorSentence(error);
  if (failure !== null)
    return (
      <Note
        kind="failed"
        live
        actions={
          <Button size="xs" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        The service could not be asked for its index versions. {failure}
      </Note>
    );
  if (data === undefined) return <SkeletonRows rows={6} label="Loading: In the service, not here yet" />;
  if (data.items.length === 0)
    return (
      <EmptyState title={data.state === "listed" ? "Nothing else in the service" : "The service can’t list them"}>
        {data.state === "listed"
          ? "Every index version that the service lists for this connection’s key is known here."
          : "An index version that was made elsewhere is known here once somebody enters its id."}
      </EmptyState>
    );
  return (
    <>
      <p className={styles["about"]}>
        Made elsewhere with this connection’s key. What their records held before they are adopted is presumed.
      </p>
      <ul className={styles["list"]} aria-label="In the service, not here yet">
        {data.items.map(({ id, name }) => (
          <li key={id}>
            <span>
              <bdi>{name ?? "Without a name"}</bdi>
            </span>
            <CopyableId id={id} />
            <Permitted action="stage" forAll>
              <Button size="xs" onClick={() => onAdopt(id)} aria-label={`Adopt ${name ?? id}`}>
                Adopt
              </Button>
            </Permitted>
          </li>
        ))}
      </ul>
      {data.total > data.items.length ? (
        <p className={styles["about"]}>
          {numberText(data.total - data.items.length)} more are not shown. Adopt them by their ids.
        </p>
      ) : null}
    </>
  );
}
