import { useInfiniteQuery } from "@tanstack/react-query";
import { paths } from "#/paths.ts";
import { itemsOf } from "#/api/list-query.ts";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Note } from "#/marks/note.tsx";
import { numberText } from "#/ui/display/count.tsx";
import styles from "./create.module.css";
import { openCreationsQuery } from "#/features/index-versions/queries.ts";

/** Reminds of creations with an unknown outcome before another one is sent. It comes late: nothing may stand below it. */
export function UnsettledCreationsNote() {
  const { data } = useInfiniteQuery(openCreationsQuery);
  const unknown = itemsOf(data, ({ id }) => id).filter(({ state }) => state === "unknown");
  const [first, ...others] = unknown;
  if (first === undefined) return null;
  return (
    <div className={styles["unsettled"]}>
      <Note
        kind="unknown"
        actions={
          <Button size="xs" to={paths.indexVersions.href()}>
            {others.length === 0 ? "Settle" : `Settle ${numberText(unknown.length)} creations`}
          </Button>
        }
      >
        “<bdi>{first.name}</bdi>” was sent <Age at={first.sentAt ?? first.createdAt} after="ago" />
        {others.length === 0 ? "" : `, and ${numberText(others.length)} more were`}. It is not known whether{" "}
        {others.length === 0 ? "it was" : "they were"} created: the same name is refused until a person settles{" "}
        {others.length === 0 ? "it" : "them"}.
      </Note>
    </div>
  );
}
