import type { SharedAnswer } from "@dc/contract";
import { useEffect, useRef, useState } from "react";
import { BriefDocument } from "#/brief/brief-document.tsx";
import { formatDay } from "#/ui/display/format-time.ts";
import { Wordmark } from "#/ui/display/wordmark.tsx";
import { AnswerLine } from "./answer-line.tsx";
import { LinkEnded, type ReadBrief, readSharedBrief, sendAnswer, takeBackAnswer } from "./shared-brief.ts";
import styles from "./reader.module.css";

/** The brief of a directory for whoever was given its link; read again when one comes back to the page. */
export function ReaderPage({ secret }: { secret: string }) {
  const [read, setRead] = useState<ReadBrief | Error | null>(
    secret === "" ? new Error("This link is incomplete. Copy the whole address.") : null,
  );
  /** How many answers were kept here: what was read before the last of them lacks it. */
  const kept = useRef(0);
  useEffect(() => {
    if (secret === "") return;
    const load = async () => {
      const before = kept.current;
      const next = await readSharedBrief(secret).catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      );
      setRead((shown) => {
        // What is shown stays where it could not be read again.
        const stays = next instanceof Error ? !(next instanceof LinkEnded) : kept.current !== before;
        return stays && shown !== null && !(shown instanceof Error) ? shown : next;
      });
    };
    const comeBack = () => {
      if (document.visibilityState === "visible") void load();
    };
    void load();
    document.addEventListener("visibilitychange", comeBack);
    return () => document.removeEventListener("visibilitychange", comeBack);
  }, [secret]);
  if (read === null)
    return (
      <main className={styles["page"]}>
        <p role="status">Loading the brief</p>
      </main>
    );
  if (read instanceof Error)
    return (
      <main className={styles["page"]}>
        <h1>This brief cannot be shown</h1>
        <p>{read.message}</p>
      </main>
    );
  const keep = async (act: () => Promise<Answered>) => {
    try {
      const change = await act();
      kept.current += 1;
      setRead((shown) =>
        shown === null || shown instanceof Error
          ? shown
          : { ...shown, brief: { ...shown.brief, answers: change(shown.brief.answers) } },
      );
    } catch (error) {
      if (error instanceof LinkEnded) setRead(error);
      throw error;
    }
  };
  return <Shown secret={secret} {...read} keep={keep} />;
}

/** What becomes of the answers that are shown. */
type Answered = (before: readonly SharedAnswer[]) => SharedAnswer[];

interface ShownProps extends ReadBrief {
  secret: string;
  /** Sends something, and shows what became of it. */
  keep: (act: () => Promise<Answered>) => Promise<void>;
}

function Shown({ secret, brief, practitioners, keep }: ShownProps) {
  const now = new Date(brief.asOf);
  const { answers } = brief;
  const [reader, setReader] = useState(brief.answers[0]?.name ?? "");
  const stateOf = new Map(practitioners.map(({ practitionerId, state }) => [practitionerId, state]));
  const answerOf = new Map(answers.toReversed().map((answer) => [answer.changeId ?? answer.practitionerId, answer]));
  const until = formatDay(new Date(brief.expiresAt), now);
  return (
    <main className={styles["page"]}>
      <title>{`Brief for ${brief.referrer ?? brief.index.name}`}</title>
      <header className={styles["head"]}>
        <h1>
          <Wordmark /> <bdi>{brief.connectionName}</bdi>
        </h1>
        <p>
          Shared by <bdi>{brief.sharedBy}</bdi> with <bdi>{brief.sharedWith}</bdi>, until {until}
        </p>
        <button type="button" onClick={() => print()}>
          Print
        </button>
      </header>
      <BriefDocument
        brief={{ ...brief, earlier: [] }}
        practitioners={practitioners}
        now={now}
        isSinceLast
        asker={null}
        answerOf={({ practitionerId, change, name }) => {
          const changeId = change?.id ?? null;
          // Who left has no state.
          const state = stateOf.get(practitionerId) ?? "";
          return (
            <AnswerLine
              name={name}
              about={change?.about ?? "number"}
              region={brief.phoneRegion}
              answered={answerOf.get(changeId ?? practitionerId)}
              sharedBy={brief.sharedBy}
              now={now}
              reader={reader}
              onAnswer={async (answer) =>
                await keep(async () => {
                  const sent = await sendAnswer(secret, { ...answer, practitionerId, changeId, state });
                  setReader(answer.name);
                  return (before) => [sent, ...before];
                })
              }
              onTakeBack={async (id) =>
                await keep(async () => {
                  await takeBackAnswer(secret, id);
                  return (before) => before.filter((one) => one.id !== id);
                })
              }
            />
          );
        }}
      />
      <footer className={styles["foot"]}>
        <section>
          <h2>What your answers do</h2>
          <p>
            “Right” is kept with your name and the day. “Wrong” goes to <bdi>{brief.sharedBy}</bdi>. Neither changes the
            directory.
          </p>
        </section>
        <section>
          <h2>This link</h2>
          <p>
            Read only, this one directory, until {until} or until it is withdrawn. Names and numbers of practices, no
            patients.
          </p>
        </section>
      </footer>
    </main>
  );
}
