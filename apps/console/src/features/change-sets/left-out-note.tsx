import type { CreationPage } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";
import { Note } from "#/marks/note.tsx";
import styles from "./change-sets.module.css";

/** For a set that was staged from another directory: the overrides that were left out, and why. */
export function LeftOutNote({ changeSetId }: { changeSetId: string }) {
  const { data } = useQuery({
    queryKey: ["creations", "of change set", changeSetId],
    queryFn: ({ signal }) => bff.get<CreationPage>(`/creations?changeSetId=${changeSetId}`, { signal }),
  });
  const start = data?.items[0]?.start ?? null;
  if (start === null || start.leftOut.length === 0) return null;
  const { staged, leftOut, from } = start;
  return (
    <div className={styles["leftOutNote"]}>
      <Note kind="plain">
        {staged} of {staged + leftOut.length} overrides of <bdi>{from.name}</bdi> {staged === 1 ? "was" : "were"}{" "}
        staged. {leftOut.length === 1 ? "One was left out." : `${leftOut.length} were left out.`}
        <details className={styles["leftOut"]}>
          <summary>Show what was left out</summary>
          <ul>
            {leftOut.map(({ what, why }, index) => (
              <li key={index}>
                <bdi>{what}</bdi> <span>{why}</span>
              </li>
            ))}
          </ul>
        </details>
      </Note>
    </div>
  );
}
