import { countText } from "#/ui/display/count.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import { Callout } from "#/ui/page/callout.tsx";
import { NamedFindings } from "./named-findings.tsx";
import type { PlacedFinding } from "./statement-places.ts";

/** What is not as it was when somebody ticked it, or is new: it is not ticked. */
export function MovedNote({ moved }: { moved: readonly PlacedFinding[] }) {
  return (
    <Callout live hue="outside" mark={<StatusMark shape="question" hue="outside" show="mark" word="moved" />}>
      <b>Since you looked, {countText(moved.length, "finding")} moved or came.</b> They are not ticked:
      <NamedFindings found={moved.map(({ place, finding: { fact } }) => ({ ...place, fact }))} />
    </Callout>
  );
}
