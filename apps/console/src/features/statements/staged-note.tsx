import type { StatementReach } from "@dc/contract";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { countText } from "#/ui/display/count.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Callout } from "#/ui/page/callout.tsx";
import { NamedFindings } from "./named-findings.tsx";

export interface Staged {
  changeSetId: string;
  count: number;
  /** Whom the statement reaches too since it was previewed. */
  more: StatementReach["items"];
}

const takesFocus = (link: HTMLElement | null) => link?.focus();

/** Exactly the preview was staged; what matches since is named. */
export function StagedNote({ staged, onFind }: { staged: Staged; onFind: () => void }) {
  const { changeSetId, count, more } = staged;
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
      <Link ref={takesFocus} to={paths.changeSet.href({ changeSetId })}>
        {countText(count, "change")} staged
      </Link>
      , exactly those of the preview. Since then the statement also reaches, without a change staged:
      <NamedFindings found={more} />
    </Callout>
  );
}
