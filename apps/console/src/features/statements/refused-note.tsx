import { StatusMark } from "#/ui/display/status-mark.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Callout } from "#/ui/page/callout.tsx";
import { NamedFindings } from "./named-findings.tsx";
import type { Refused } from "./use-stage-statement.ts";

/** What the server refused to stage, and which places it named. */
export function RefusedNote({ refused: { why, named }, onReadNow }: { refused: Refused; onReadNow: () => void }) {
  return (
    <Callout
      live
      hue="conflict"
      mark={<StatusMark shape="triangle" hue="conflict" show="mark" word="refused" />}
      actions={
        <Button size="sm" onClick={onReadNow}>
          Find where it applies now
        </Button>
      }
    >
      <b>Nothing was staged.</b> {why}
      {named.length === 0 ? null : (
        <NamedFindings found={named.map(({ place, finding: { fact } }) => ({ ...place, fact }))} />
      )}
    </Callout>
  );
}
