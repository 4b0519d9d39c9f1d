import type { AnswerInput, SharedAnswer } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { type SubmitEvent, useEffect, useId, useState } from "react";
import { formatDay } from "#/ui/display/format-time.ts";
import styles from "./reader.module.css";

export interface AnswerLineProps {
  name: string;
  /** What is most likely wrong, if it is. */
  about: NonNullable<AnswerInput["about"]>;
  /** The country whose numbers are written without a calling code. */
  region: string;
  answered: SharedAnswer | undefined;
  sharedBy: string;
  now: Date;
  /** Who answers, once they said so. */
  reader: string;
  onAnswer: (answer: Pick<AnswerInput, "says" | "about" | "words" | "howKnown" | "name">) => Promise<void>;
  onTakeBack: (id: string) => Promise<void>;
}

const kinds = [
  { value: "number", label: "the number" },
  { value: "plan", label: "a plan" },
  { value: "place", label: "no longer at this place" },
  { value: "other", label: "something else" },
] as const;

const outcomes = {
  verified: "It was taken as verified.",
  correcting: "It is being corrected.",
  dismissed: "It was read and not taken up.",
} as const;

/** "This is right" and "This is wrong…" at the end of a line, or what was said of it. */
export function AnswerLine({
  name,
  about,
  region,
  answered,
  sharedBy,
  now,
  reader,
  onAnswer,
  onTakeBack,
}: AnswerLineProps) {
  const [open, setOpen] = useState<"right" | "wrong" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const mayAnswer = answered === undefined || answered.outcome !== null;
  const attempt = async (send: () => Promise<void>) => {
    if (isSending) return;
    setIsSending(true);
    try {
      await send();
      setOpen(null);
      setFailure(null);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setIsSending(false);
    }
  };
  const right = (by: string) =>
    void attempt(() => onAnswer({ says: "right", about: null, words: null, howKnown: null, name: by }));
  return (
    <>
      <div className={styles["answer"]}>
        {answered === undefined ? null : (
          <p role="status">
            {answered.says === "right" ? "You confirmed it" : "You said it is wrong"},{" "}
            {formatDay(new Date(answered.at), now)}. {answered.outcome === null ? null : outcomes[answered.outcome]}{" "}
            {answered.outcome === null ? (
              <button type="button" onClick={() => void attempt(() => onTakeBack(answered.id))}>
                Undo
              </button>
            ) : null}
          </p>
        )}
        {mayAnswer ? (
          <>
            <button
              type="button"
              aria-label={`This is right: ${name}`}
              onClick={() => (reader === "" ? setOpen("right") : right(reader))}
            >
              This is right
            </button>
            <button
              type="button"
              aria-label={`This is wrong: ${name}`}
              aria-expanded={open === "wrong"}
              onClick={() => setOpen(open === "wrong" ? null : "wrong")}
            >
              This is wrong…
            </button>
          </>
        ) : null}
      </div>
      {open === null && failure !== null ? (
        <p role="alert" className={styles["failure"]}>
          {failure}
        </p>
      ) : null}
      {open === null || !mayAnswer ? null : (
        <AnswerForm
          says={open}
          likely={about}
          region={region}
          sharedBy={sharedBy}
          reader={reader}
          failure={failure}
          onCancel={() => setOpen(null)}
          onSend={(answer) => void attempt(() => onAnswer(answer))}
        />
      )}
    </>
  );
}

interface AnswerFormProps {
  says: "right" | "wrong";
  likely: NonNullable<AnswerInput["about"]>;
  region: string;
  sharedBy: string;
  reader: string;
  failure: string | null;
  onCancel: () => void;
  onSend: (answer: Parameters<AnswerLineProps["onAnswer"]>[0]) => void;
}

function AnswerForm({ says, likely, region, sharedBy, reader, failure, onCancel, onSend }: AnswerFormProps) {
  const id = useId();
  const [about, setAbout] = useState<(typeof kinds)[number]["value"]>(likely);
  const [words, setWords] = useState("");
  const [name, setName] = useState(reader);
  const [howKnown, setHowKnown] = useState("");
  const isWrong = says === "wrong";
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSend({
      says,
      about: isWrong ? about : null,
      words: isWrong ? words.trim() : null,
      howKnown: howKnown.trim() || null,
      name: name.trim(),
    });
  };
  return (
    <form className={styles["form"]} onSubmit={submit}>
      {isWrong ? (
        <fieldset>
          <legend>What is wrong?</legend>
          {kinds.map(({ value, label }) => (
            <label key={value}>
              <input type="radio" name={`${id}-about`} checked={about === value} onChange={() => setAbout(value)} />{" "}
              {label}
            </label>
          ))}
        </fieldset>
      ) : null}
      {isWrong ? (
        <label>
          {about === "place" ? "Since when, or where now?" : "What should it say?"}
          <input
            required
            maxLength={maxLength.reason}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
          {about === "number" ? <NumberHint number={words} region={region} /> : null}
        </label>
      ) : null}
      <label>
        Your name
        <input
          required
          maxLength={maxLength.personName}
          autoComplete="name"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      {isWrong ? (
        <label>
          How do you know?
          <input maxLength={maxLength.source} value={howKnown} onChange={({ target }) => setHowKnown(target.value)} />
        </label>
      ) : null}
      {failure === null ? null : <p role="alert">{failure}</p>}
      <div className={styles["answer"]}>
        <button type="submit" data-filled="">
          Send to {sharedBy}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
      <p>This changes nothing by itself. What comes of it will be shown here.</p>
    </form>
  );
}

/** What a typed number reads as; nothing while it reads as none. The parser is loaded once somebody types one. */
function NumberHint({ number, region }: { number: string; region: string }) {
  const [parser, setParser] = useState<typeof import("./read-number.ts") | null>(null);
  const isTyped = number.trim() !== "";
  useEffect(() => {
    if (isTyped) void import("./read-number.ts").then(setParser, () => undefined);
  }, [isTyped]);
  const hint = isTyped ? (parser?.readNumber(number, region) ?? null) : null;
  return <small role="status">{hint}</small>;
}
