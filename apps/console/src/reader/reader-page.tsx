import type { SharedAnswer } from "@dc/contract";
import { useEffect, useState } from "react";
import { BriefDocument } from "#/brief/brief-document.tsx";
import { formatDay } from "#/ui/display/format-time.ts";
import { Wordmark } from "#/ui/display/wordmark.tsx";
import { AnswerLine } from "./answer-line.tsx";
import { type ReadBrief, readSharedBrief, sendAnswer, takeBackAnswer } from "./shared-brief.ts";
import styles from "./reader.module.css";

/** The brief of a directory for whoever was given its link. */
export function ReaderPage({ secret }: { secret: string }) {
  const [read, setRead] = useState<ReadBrief | Error | null>(
    secret === "" ? new Error("This link is incomplete. Copy the whole address.") : null,
  );
  useEffect(() => {
    if (secret !== "")
      readSharedBrief(secret).then(setRead, (error: unknown) =>
        setRead(error instanceof Error ? error : new Error(String(error))),
      );
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
  return <Shown secret={secret} {...read} />;
}

function Shown({ secret, brief, practitioners }: ReadBrief & { secret: string }) {
  const now = new Date(brief.asOf);
  const [answers, setAnswers] = useState<readonly SharedAnswer[]>(brief.answers);
  const [reader, setReader] = useState(brief.answers[0]?.name ?? "");
  const stateOf = new Map(practitioners.map(({ practitionerId, state }) => [practitionerId, state]));
  const answerOf = new Map(answers.toReversed().map((answer) => [answer.practitionerId, answer]));
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
        answerOf={({ practitionerId, name }) => {
          const state = stateOf.get(practitionerId);
          if (state === undefined) return null;
          return (
            <AnswerLine
              name={name}
              answered={answerOf.get(practitionerId)}
              sharedBy={brief.sharedBy}
              now={now}
              reader={reader}
              onAnswer={async (answer) => {
                const sent = await sendAnswer(secret, { ...answer, practitionerId, state });
                setReader(answer.name);
                setAnswers((before) => [sent, ...before]);
              }}
              onTakeBack={async (id) => {
                await takeBackAnswer(secret, id);
                setAnswers((before) => before.filter((one) => one.id !== id));
              }}
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
