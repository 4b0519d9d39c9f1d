import type { Brief } from "@dc/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { bff, path } from "#/api/bff.ts";
import { itemsOf, listQuery } from "#/api/list-query.ts";
import { useEveryPage } from "#/api/use-every-page.ts";
import { BriefDocument } from "#/brief/brief-document.tsx";
import { useCommand } from "#/commands/use-command.ts";
import { usePermissions } from "#/connection/permissions.tsx";
import { sessionQuery } from "#/connection/session-query.ts";
import { dayOf } from "#/ui/display/format-time.ts";
import { paths } from "#/paths.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { useNow } from "#/ui/display/use-now.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { ClaimSection } from "./claim-section.tsx";
import { ShareSection } from "./share-section.tsx";
import styles from "./brief-screen.module.css";

/** So many practitioners are put on one page; the rest is counted. */
const MOST_SHOWN = 1000;

const briefQuery = (indexId: string, query: { since: string | null; until: string | null }) =>
  listQuery<Brief>({ key: ["brief", indexId], to: path`/index-versions/${indexId}/brief`, query, stays: true });

const momentOf = (day: string | null, time: string): string | null =>
  day === null || Number.isNaN(Date.parse(`${day}T${time}`)) ? null : new Date(`${day}T${time}`).toISOString();

/** A directory in sentences, to be printed and shared. */
export function BriefScreen() {
  const { indexId = "" } = useParams();
  const [params, change] = useUrlState();
  const now = new Date(useNow());
  const { may } = usePermissions();
  const [since, until] = [params.get("since"), params.get("until")];
  const isBackwards = since !== null && until !== null && until < since;
  const list = useInfiniteQuery(
    briefQuery(indexId, {
      since: momentOf(since, "00:00:00"),
      until: isBackwards ? null : momentOf(until, "23:59:59.999"),
    }),
  );
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list;
  const practitioners = itemsOf(list.data, ({ practitionerId }) => practitionerId);
  const isWhole = !hasNextPage || practitioners.length >= MOST_SHOWN;
  useEveryPage({ data, hasNextPage: !isWhole, isFetching, isError, fetchNextPage });
  const made = useCommand({
    run: () => bff.post(path`/index-versions/${indexId}/briefs`, undefined),
    failed: "It is printed, and not remembered as a brief.",
  });
  const person = useQuery(sessionQuery).data?.person ?? null;
  const brief = list.data?.pages[0];
  if (brief === undefined) {
    return list.error === null ? (
      <SkeletonRows rows={12} rowHeight={44} label="Loading the brief" />
    ) : (
      <ReadFailure error={list.error} onRetry={() => void list.refetch()} />
    );
  }
  const day = (moment: string | null) => (moment === null ? "" : dayOf(new Date(moment)));
  return (
    <div className={styles["screen"]}>
      <div className={styles["tools"]}>
        <TextField
          label="Changed since"
          type="date"
          max={dayOf(now)}
          value={since ?? day(brief.since)}
          onChange={({ target }) => change({ since: target.value || null })}
        />
        <TextField
          label="Up to"
          type="date"
          max={dayOf(now)}
          value={until ?? day(brief.until)}
          error={isBackwards ? "Choose a day that is not before “Changed since”." : undefined}
          onChange={({ target }) => change({ until: target.value || null })}
        />
        <Button
          variant="filled"
          leftSection={<Icon name="printer" />}
          loading={!isWhole && !isError}
          waits={!isWhole}
          onClick={() => {
            print();
            if (may("stage")) made.mutate();
          }}
        >
          Print
        </Button>
        {may("stage") ? (
          <Button
            leftSection={<Icon name="link" />}
            onClick={() => {
              const section = document.querySelector('[aria-labelledby="share-links"]');
              section?.scrollIntoView({ block: "nearest" });
              section?.querySelector<HTMLElement>("input, a")?.focus();
            }}
          >
            Share
          </Button>
        ) : null}
        {brief.owner === null ? (
          <p className="fine">
            Nobody looks after its referrer: the brief names you.{" "}
            <Link to={paths.referrers.href()}>Choose an owner in Referrers</Link>
          </p>
        ) : null}
      </div>
      {isWhole || !isError ? null : <ReadFailure error={list.error} onRetry={() => void fetchNextPage()} />}
      <ClaimSection indexId={indexId} />
      <BriefDocument
        brief={brief}
        practitioners={practitioners}
        now={now}
        isSinceLast={since === null}
        asker={person}
      />
      <ShareSection indexId={indexId} />
    </div>
  );
}
