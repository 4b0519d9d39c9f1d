import type { ReferrerPage } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";
import type { BffError } from "#/api/bff-error.ts";
import { CheckField } from "#/ui/form/checkbox.tsx";
import { SelectField, TextAreaField } from "#/ui/form/field.tsx";
import { detailsOfEqualNames } from "#/referrer-choice/referrer-details.ts";
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

const shownReferrers = 200;
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
  const { data } = useQuery({
    queryKey: ["referrers", "choice", ""],
    queryFn: ({ signal }) => bff.get<ReferrerPage>("/referrers", { query: { limit: shownReferrers }, signal }),
    enabled: referrers !== null,
  });
  const details = detailsOfEqualNames(data?.items ?? []);
  const typed = allowedOriginsIn(origins);
  const wrong = typed.flatMap((origin, index) => {
    const problem = refused?.fieldError(`/allowedOrigins/${index}`);
    return problem === undefined ? [] : [`${origin}: ${problem}`];
  });
  const choose = (id: string, checked: boolean) =>
    onChange({
      ...value,
      referrers: checked ? [...(referrers ?? []), id] : (referrers ?? []).filter((referrerId) => referrerId !== id),
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
          {(data?.items ?? []).map((referrer) => (
            <CheckField
              key={referrer.id}
              label={<bdi>{referrer.name}</bdi>}
              help={details.get(referrer.id)}
              checked={referrers.includes(referrer.id)}
              onChange={(checked) => choose(referrer.id, checked)}
            />
          ))}
          {data?.items.length === 0 ? <p className={styles["quiet"]}>There are no referrers yet.</p> : null}
          {(data?.total ?? 0) > shownReferrers ? (
            <p className={styles["quiet"]}>The first {shownReferrers} are listed. The API takes any by id.</p>
          ) : null}
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
