import type { Bookable } from "@dc/contract";
import { Note } from "#/marks/note.tsx";

/** Why something cannot be booked, as the end of a sentence; empty where no reason is known. */
const becauseOf = ({ reasons }: Bookable): string => (reasons.length === 0 ? "" : `: ${reasons.join(", ")}`);

/** "Cannot be booked: On leave", for lists; null where it can be booked, or nothing says so. */
export function closedText(bookable: Bookable | null): string | null {
  return bookable?.bookable === false ? `cannot be booked${becauseOf(bookable)}` : null;
}

/** Says that there can be no bookings, and why; nothing where there can be, or nothing says so. */
export function BookableNote({ subject, bookable }: { subject: string; bookable: Bookable | null }) {
  if (bookable?.bookable !== false) return null;
  return (
    <Note kind="refused">
      <b>
        {subject} cannot be booked{bookable.reasons.length === 0 ? "." : ":"}
      </b>
      {bookable.reasons.length === 0 ? null : <bdi> {bookable.reasons.join(", ")}.</bdi>}
    </Note>
  );
}
