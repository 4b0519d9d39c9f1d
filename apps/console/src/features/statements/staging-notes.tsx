import { countText, numberText } from "#/ui/display/count.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import { Callout } from "#/ui/page/callout.tsx";
import { Button } from "#/ui/form/button.tsx";
import { NamedFindings } from "./named-findings.tsx";
import { canTake, type PlacedFinding } from "./statement-places.ts";
import type { Refused } from "./use-stage-statement.ts";

interface MovedNoteProps {
  moved: readonly PlacedFinding[];
  /** How many more were ticked, and are not there any more. */
  gone: number;
  onTake: (findings: readonly PlacedFinding[]) => void;
}

/** What is not as it was when somebody ticked it, or is new: it is not ticked. */
export function MovedNote({ moved, gone, onTake }: MovedNoteProps) {
  const takeable = moved.filter(canTake);
  return (
    <Callout
      live
      hue="outside"
      mark={<StatusMark shape="question" hue="outside" show="mark" word="moved" />}
      actions={
        takeable.length === 0 ? undefined : (
          <Button size="xs" onClick={() => onTake(takeable)}>
            Tick {takeable.length === 1 ? "it" : `these ${numberText(takeable.length)}`} all the same
          </Button>
        )
      }
    >
      {moved.length === 0 ? null : (
        <>
          <b>Since you looked, {countText(moved.length, "finding")} moved or came.</b> They are not ticked:
          <NamedFindings found={moved.map(({ place, finding: { fact } }) => ({ ...place, fact }))} />
        </>
      )}
      {gone === 0 ? null : (
        <p>
          {countText(gone, "finding")} that {gone === 1 ? "was" : "were"} ticked {gone === 1 ? "is" : "are"} not there
          any more.
        </p>
      )}
    </Callout>
  );
}

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
