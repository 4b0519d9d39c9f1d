import type { ChangeSet, Comment } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { itemsOf } from "#/api/list-query.ts";
import { Permitted } from "#/connection/permissions.tsx";
import { State } from "#/marks/state.tsx";
import { Age } from "#/ui/display/age.tsx";
import { countText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { TextAreaField } from "#/ui/form/field.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import styles from "#/features/change-sets/change-sets.module.css";
import { useReviewAct } from "#/features/change-sets/mutations.ts";
import { commentsQuery } from "#/features/change-sets/queries.ts";

/** Opens the comments of a set, and counts them. */
export function CommentsButton({ changeSet: { id }, onClick }: { changeSet: ChangeSet; onClick: () => void }) {
  const { data, hasNextPage } = useInfiniteQuery(commentsQuery(id, null));
  const count = itemsOf(data, ({ id: commentId }: Comment) => commentId).length;
  return (
    <Button variant="subtle" onClick={onClick}>
      Comments{count === 0 ? "" : ` (${count}${hasNextPage ? " or more" : ""})`}
    </Button>
  );
}

/** What was said about a set or one of its changes, in the order of time, and a place to say more. */
export function Comments({ changeSet, changeId }: { changeSet: ChangeSet; changeId: string | null }) {
  const list = useInfiniteQuery(commentsQuery(changeSet.id, changeId));
  const comments = itemsOf(list.data, ({ id }: Comment) => id);
  const say = useReviewAct(changeSet);
  const [words, setWords] = useState("");
  return (
    <section aria-label="Comments" className={styles["comments"]}>
      {changeId === null ? null : <SectionHeading title="Comments" />}
      {list.error === null ? null : <ReadFailure error={list.error} onRetry={() => void list.refetch()} />}
      <ol>
        {comments.map(({ id, by, at, words: said, asks, changes, open }) => (
          <li key={id}>
            <header>
              <b>
                <bdi>{by.name}</bdi>
              </b>{" "}
              <Age at={at} after="ago" />
              {asks ? (
                <State
                  state={open > 0 ? "unknown" : "approved"}
                  label={open > 0 ? `asks for a change, ${open} open` : "answered"}
                />
              ) : null}
              {changeId === null && changes > 0 ? <small>on {countText(changes, "change")}</small> : null}
            </header>
            <p>
              <bdi>{said}</bdi>
            </p>
          </li>
        ))}
      </ol>
      {list.hasNextPage ? (
        <Button size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more comments
        </Button>
      ) : null}
      <Permitted action="comment">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (words.trim() === "" || say.isPending) return;
            const choice = changeId === null ? {} : { changeIds: [changeId] };
            // What is typed until it is kept is the next comment.
            say.mutate(
              { verb: "comments", choice, words },
              { onSuccess: () => setWords((now) => (now === words ? "" : now)) },
            );
          }}
        >
          <TextAreaField
            label={changeId === null ? "Comment on this change set" : "Comment on this change"}
            value={words}
            rows={2}
            maxLength={maxLength.comment}
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
            }}
          />
          <Button type="submit" loading={say.isPending} rightSection={<Kbd keys="mod+enter" hint />}>
            Comment
          </Button>
        </form>
      </Permitted>
    </section>
  );
}
