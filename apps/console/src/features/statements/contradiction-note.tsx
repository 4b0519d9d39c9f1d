import { StatusMark } from "#/ui/display/status-mark.tsx";
import { Callout } from "#/ui/page/callout.tsx";
import { NamedFindings } from "./named-findings.tsx";
import type { PlacedFinding } from "./statement-places.ts";

/** Says why nothing is staged while both of these are ticked. */
export function ContradictionNote({ between }: { between: readonly PlacedFinding[] }) {
  return (
    <Callout live hue="conflict" mark={<StatusMark shape="triangle" hue="conflict" show="mark" word="contradiction" />}>
      <b>Two facts say different things of the same value.</b> Nothing is staged while both are ticked; leave one of
      them:
      <NamedFindings found={between.map(({ place, finding: { fact } }) => ({ ...place, fact }))} />
    </Callout>
  );
}
