import { Note } from "#/marks/note.tsx";
import { Age } from "#/ui/display/age.tsx";
import { countText, numberText } from "#/ui/display/count.tsx";

interface TakenBackNoteProps {
  takenBack: { by: { name: string }; at: string; removed: number; restored: number; left: number };
  /** What an import adds, such as `record`. */
  noun: string;
  /** What was left, by its name and why; not all of it where it is much. */
  left: readonly { id: string; name: string | null; why: string }[];
}

/** What became of an import that was taken back, with what was left and why. */
export function TakenBackNote({ takenBack, noun, left }: TakenBackNoteProps) {
  const { by, at, removed, restored } = takenBack;
  const more = takenBack.left - left.length;
  return (
    <Note kind={takenBack.left === 0 ? "ok" : "unknown"} live>
      Taken back by <bdi>{by.name}</bdi> <Age at={at} after="ago" />: {countText(removed, noun)} removed
      {restored === 0 ? "" : `, ${numberText(restored)} as before`}
      {takenBack.left === 0 ? "." : `, ${numberText(takenBack.left)} left:`}
      {left.length === 0 ? null : (
        <ul>
          {left.map(({ id, name, why }) => (
            <li key={id}>
              <bdi>{name ?? id}</bdi>, {why}
            </li>
          ))}
        </ul>
      )}
      {more > 0 ? <p>And {numberText(more)} more.</p> : null}
    </Note>
  );
}
