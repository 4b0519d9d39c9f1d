import type { Verification } from "@dc/contract";
import { formatDay } from "#/ui/display/format-time.ts";
import { numberText } from "#/ui/display/count.tsx";
import styles from "./verification.module.css";
import { useToday } from "#/connection/use-today.ts";

/** How somebody said it, after their name. */
export const howWords: { readonly [how in Verification["how"]]: string } = {
  phone: "by phone",
  "e-mail": "by e-mail",
  letter: "by letter",
  "in person": "in person",
  website: "on a website",
  other: "in another way",
  evidence: "as evidence of a change",
  "share link": "by share link",
};

/** How a person can say that something is right. */
export const verificationWays = ["phone", "e-mail", "letter", "in person", "website", "other"] as const;

/** Practitioners in directories: one in two of them counts twice. */
export const entriesText = (count: number): string => `${numberText(count)} ${count === 1 ? "entry" : "entries"}`;

/** Who said last that it is right, how, when, in which directory, and who wrote that down. */
export function LastVerified({ last, where }: { last: Verification | null; where?: string | undefined }) {
  const today = useToday();
  if (last === null) return <span className="fine">nobody yet</span>;
  return (
    <>
      <bdi>{last.saidBy}</bdi>, {howWords[last.how]}
      {last.how === "share link" && last.note !== null ? (
        <>
          {" "}
          (<bdi>{last.note}</bdi>)
        </>
      ) : null}
      <span className={`fine ${styles["when"]}`}>
        {formatDay(new Date(`${last.verifiedOn}T12:00:00`), today)}
        {where === undefined ? null : (
          <>
            {" "}
            in <bdi>{where}</bdi>
          </>
        )}
        , written down by <bdi>{last.by.name}</bdi>
      </span>
    </>
  );
}

/** `34 d over`, `today`, `in 8 d`. */
export function dueWords(dueOn: string, today: string): string {
  const days = Math.round((Date.parse(dueOn) - Date.parse(today)) / 86_400_000);
  return days < 0 ? `${-days} d over` : days === 0 ? "today" : `in ${days} d`;
}

/** The same of what is over since a moment, that after its last day. */
export function overSince(at: string, today: string): string {
  const lastDay = new Date(Date.parse(at) - 43_200_000).toISOString().slice(0, 10);
  return dueWords(lastDay, today);
}
