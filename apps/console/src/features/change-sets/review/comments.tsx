import type { ChangeSet, Comment } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { itemsOf } from "#/api/list-query.ts";
import { useEveryPage } from "#/api/use-every-page.ts";
import { labelInSentence } from "#/connection/meanings.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { paths } from "#/paths.ts";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { Permitted } from "#/connection/permissions.tsx";
import { State } from "#/marks/state.tsx";
import { Age } from "#/ui/display/age.tsx";
import { countText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { TextAreaField } from "#/ui/form/field.tsx";
import { useUnsavedInput } from "#/ui/form/unsaved-input.ts";
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

interface CommentsProps {
  changeSet: ChangeSet;
  changeId: string | null;
  /** Called when a change that a comment names is opened. */
  onLeave?: () => void;
}

/** What was said about a set or one of its changes, in the order of time, and a place to say more. */
export function Comments({ changeSet, changeId, onLeave }: CommentsProps) {
  const list = useInfiniteQuery(commentsQuery(changeSet.id, changeId));
  // The address names a comment by its time, as the inbox tells it.
  const [params] = useUrlState();
  const named = changeId === null ? params.get("comments") : null;
  const comments = itemsOf(list.data, ({ id }: Comment) => id);
  const isFound = named === null || comments.some(({ at }) => at >= named);
  useEveryPage({ ...list, hasNextPage: list.hasNextPage && !isFound });
  const shown = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isFound) shown.current?.scrollIntoView({ block: "center" });
  }, [isFound]);
  const say = useReviewAct(changeSet);
  const [words, setWords] = useUnsavedInput(
    `comment on ${changeId ?? changeSet.id}`,
    "",
    (typed) => typed.trim() === "",
  );
  return (
    <section aria-label="Comments" className={styles["comments"]}>
      {changeId === null ? null : <SectionHeading title="Comments" />}
      {list.error === null ? null : <ReadFailure error={list.error} onRetry={() => void list.refetch()} />}
      <ol>
        {comments.map(({ id, by, at, words: said, asks, open, ...about }) => (
          <li key={id} {...(at === named ? { ref: shown, "data-shown": "" } : {})}>
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
              {changeId === null && about.changes > 0 ? (
                <CommentedChange comment={about} isOfSeveral={changeSet.indexId === null} onLeave={onLeave} />
              ) : null}
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

interface CommentedChangeProps {
  comment: Pick<Comment, "about" | "changes" | "gone">;
  /** Whether the set has several directories. */
  isOfSeveral: boolean;
  onLeave: (() => void) | undefined;
}

/** Which change a comment is about, by whom and what it decides, and how many others; it leads to that one. */
function CommentedChange({ comment: { about, changes, gone }, isOfSeveral, onLeave }: CommentedChangeProps) {
  const { data: connection } = useQuery(connectionQuery);
  const discarded = `${countText(gone, "change")} that ${gone === 1 ? "was" : "were"} discarded`;
  if (about === null) return <small>on {gone === 0 ? countText(changes, "change") : discarded}</small>;
  const { id, changeSetId, record, recordName, practitioner, field, indexName } = about;
  const name = (
    <>
      {field === null ? record.type : labelInSentence(connection, record.type, field)} of{" "}
      <bdi>{practitioner?.name ?? recordName ?? record.id}</bdi>
      {isOfSeveral ? (
        <>
          {" "}
          in <bdi>{indexName}</bdi>
        </>
      ) : null}
    </>
  );
  const others = changes - gone - 1;
  return (
    <small>
      on{" "}
      {changeSetId === null ? (
        name
      ) : (
        <Link to={paths.changeSet.href({ changeSetId }, { change: id })} onClick={onLeave}>
          {name}
        </Link>
      )}
      {others > 0 ? ` and ${countText(others, "other change")}` : ""}
      {gone > 0 ? `, and ${discarded}` : ""}
    </small>
  );
}
