import type { StatementReach } from "@dc/contract";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { countText } from "#/ui/display/count.tsx";
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
}

const takesFocus = (link: HTMLElement | null) => link?.focus();

/** Exactly the preview was staged; what matches since is named. */
export function StagedNote({ staged, onFind }: { staged: Staged; onFind: () => void }) {
  const { changeSetId, count, verified, left, more } = staged;
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
      {more.length === 0 ? null : (
        <>
          Since then the statement also reaches, with nothing staged:
          <NamedFindings found={more} />
        </>
      )}
    </Callout>
  );
}
