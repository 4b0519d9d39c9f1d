import type { StatementReach } from "@dc/contract";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { countText, numberText } from "#/ui/display/count.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Callout } from "#/ui/page/callout.tsx";
import { NamedFindings } from "./named-findings.tsx";
import type { PlacedFinding } from "./statement-places.ts";

export interface Staged {
  /** Null where nothing was to be changed. */
  changeSetId: string | null;
  count: number;
  /** How many records were verified as they stand. */
  verified: number;
  /** Those that say otherwise by now, or moved, and were not verified. */
  left: readonly PlacedFinding[];
  /** Whom the statement reaches too since it was previewed. */
  more: StatementReach["items"];
  /** Those of whom the directory says something else since they were previewed: they may match by now, or no longer. */
  changed: StatementReach["items"];
  /** How many the statement reaches beyond what was shown, with nothing staged. */
  notShown: number;
}

const takesFocus = (link: HTMLElement | null) => link?.focus();

/** Exactly the preview was staged; what matches since is named. */
export function StagedNote({ staged, onFind }: { staged: Staged; onFind: () => void }) {
  const { changeSetId, count, verified, left, more, changed, notShown } = staged;
  return (
    <Callout
      live
      hue="outside"
      mark={<StatusMark shape="dashed" hue="outside" show="mark" word="staged" />}
      actions={
        <Button size="sm" onClick={onFind}>
          Find where it applies now
        </Button>
      }
    >
      {changeSetId === null ? null : (
        <>
          <Link ref={takesFocus} to={paths.changeSet.href({ changeSetId })}>
            {countText(count, "change")} staged
          </Link>
          , exactly those of the preview.{" "}
        </>
      )}
      {verified === 0 ? null : <>{countText(verified, "record")} verified as they stand. </>}
      {left.length === 0 ? null : (
        <>
          Not verified, since something moved meanwhile:
          <NamedFindings found={left.map(({ place, finding: { fact } }) => ({ ...place, fact }))} />
        </>
      )}
      {changed.length === 0 ? null : (
        <>
          Since then the directory says something else of these, and nothing of that is staged:
          <NamedFindings found={changed} />
        </>
      )}
      {more.length === 0 ? null : (
        <>
          Since then the statement also reaches, with nothing staged:
          <NamedFindings found={more} />
        </>
      )}
      {notShown === 0 ? null : <p>{notShownText(notShown)}</p>}
    </Callout>
  );
}

/** Tells what a statement reaches beyond what is shown at once. */
export function NotShownNote({ shown, total }: { shown: number; total: number }) {
  if (shown >= total) return null;
  return (
    <Callout live hue="outside" mark={<StatusMark shape="question" hue="outside" show="mark" word="not all shown" />}>
      <b>Only the first {numberText(shown)} places are shown.</b> {notShownText(total - shown)}
    </Callout>
  );
}

/** What becomes of those that are not shown, and how one comes to them. */
function notShownText(count: number): string {
  const [are, them] = count === 1 ? ["is", "it"] : ["are", "them"];
  return `${countText(count, "further place")} ${are} not shown, and nothing is staged or verified there. To come to ${them}, choose referrers or directories under “In”, or name fewer people or places.`;
}
