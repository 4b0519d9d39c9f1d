import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { DecideMany } from "#/changes/decisions/decide-many.tsx";
import { usePermissions } from "#/connection/permissions.tsx";
import { Verdict } from "#/marks/verdict.tsx";
import { ReadingValue } from "#/record/reading-value.tsx";
import { countText } from "#/ui/display/count.tsx";
import { NameOrId } from "#/ui/display/name-or-id.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { shownVerdict } from "#/record/field-row.ts";
import styles from "./undecided-cards.module.css";
import { fieldOf, nameOf, placeOf, undecidedQuery, type UndecidedRow, useUndecidedRows } from "./undecided-rows.ts";

const MOST_SHOWN = 20;

const sides = [
  ["base", "Standard now"],
  ["index", "In the index"],
  ["effective", "This directory"],
] as const;

interface UndecidedCardsProps {
  indexId: string;
  only: "conflict" | "moved";
}

/** The first values of a directory that are in conflict or moved, each with its sides and its verbs. */
export function UndecidedCards({ indexId, only }: UndecidedCardsProps) {
  const { may } = usePermissions();
  const { data, error, refetch } = useInfiniteQuery(undecidedQuery(indexId, only));
  const { rows, wording } = useUndecidedRows(data);
  const shown = rows.slice(0, MOST_SHOWN);
  const stay = () => undefined;
  const verbsOf = (chosen: readonly UndecidedRow[]) =>
    may("decide") ? (
      <div className={styles["verbs"]}>
        <DecideMany indexId={indexId} rows={chosen} wording={wording} quiet onLeave={stay} />
      </div>
    ) : null;
  if (error !== null && data === undefined) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} rowHeight={120} label="Loading what is to be decided" />;
  return (
    <>
      {shown.length > 1 && shown.length === rows.length ? verbsOf(shown) : null}
      <ul className={styles["cards"]}>
        {shown.map((row) => (
          <li key={row.id}>
            <header>
              <h3>
                <Link to={placeOf(indexId, row) ?? ""}>
                  <NameOrId name={nameOf(row)} id={row.record.id} />
                </Link>
              </h3>
              <bdi>{fieldOf(row)}</bdi>
              <Verdict verdict={shownVerdict(row.comparison) ?? "differs"} />
            </header>
            <dl>
              {sides.map(([side, label]) => (
                <div key={side}>
                  <dt>{label}</dt>
                  <dd>
                    <ReadingValue
                      reading={row.comparison.values[side]}
                      wording={row.wording}
                      member={row.member !== null}
                    />
                  </dd>
                </div>
              ))}
            </dl>
            {verbsOf([row])}
          </li>
        ))}
      </ul>
      {rows.length > shown.length || data.pages.at(-1)?.nextCursor != null ? (
        <p className="fine">
          The first {countText(shown.length, "field")} are shown. All of them are decided together in the directory.
        </p>
      ) : null}
    </>
  );
}
