import type { BffError } from "#/api/bff-error.ts";
import { SelectField, TextAreaField } from "#/ui/form/field.tsx";
import { ReferrerChecklist } from "#/referrer-choice/referrer-checklist.tsx";
import styles from "./tokens.module.css";

export interface TokenLimitsValue {
  /** The referrers that it reaches; null for all that its owner reaches. */
  referrers: readonly string[] | null;
  /** As typed: one origin to a line. */
  origins: string;
}

export const noLimits: TokenLimitsValue = { referrers: null, origins: "" };

export function allowedOriginsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((entry) => entry !== ""))];
}

const reaches = [
  { value: "all", label: "All that you see" },
  { value: "some", label: "Only some" },
] as const;

export interface TokenLimitsProps {
  value: TokenLimitsValue;
  onChange: (value: TokenLimitsValue) => void;
  /** The form was sent once, so what is missing is said. */
  tried: boolean;
  refused: BffError | null;
}

/** The referrers that a token reaches, and the web pages that may use it. */
export function TokenLimits({ value, onChange, tried, refused }: TokenLimitsProps) {
  const { referrers, origins } = value;
  const typed = allowedOriginsIn(origins);
  const wrong = typed.flatMap((origin, index) => {
    const problem = refused?.fieldError(`/allowedOrigins/${index}`);
    return problem === undefined ? [] : [`${origin}: ${problem}`];
  });
  return (
    <>
      <div className={styles["scopes"]}>
        <SelectField
          label="Referrers"
          value={referrers === null ? "all" : "some"}
          options={reaches}
          onChange={(reach) => onChange({ ...value, referrers: reach === "all" ? null : [] })}
        />
        <TextAreaField
          label="Allowed origins"
          optional
          rows={2}
          spellCheck={false}
          value={origins}
          onChange={(event) => onChange({ ...value, origins: event.target.value })}
          {...(wrong.length > 0
            ? { error: wrong.join(" ") }
            : { help: "Web pages that may call with it, one to a line, such as https://app.example.org." })}
        />
      </div>
      {referrers === null ? null : (
        <fieldset className={styles["scopes"]} aria-describedby={tried ? "no-referrer" : undefined}>
          <legend>What it reaches</legend>
          <ReferrerChecklist chosen={referrers} onChange={(chosen) => onChange({ ...value, referrers: chosen })} />
          {tried && referrers.length === 0 ? (
            <p id="no-referrer" className={styles["ended"]} role="alert">
              Choose at least one referrer.
            </p>
          ) : null}
        </fieldset>
      )}
    </>
  );
}
