import type { Plan } from "@dc/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { errorSentence } from "#/api/bff-error.ts";
import { Permitted } from "#/connection/permissions.tsx";
import { paths } from "#/paths.ts";
import { TextField } from "#/ui/form/field.tsx";
import { comboboxMessage, useCombobox } from "#/ui/form/use-combobox.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { WrappedName } from "#/ui/display/mid-truncate.tsx";
import { planChoicesQuery } from "./queries.ts";
import styles from "./plan-picker.module.css";

export interface PlanOption {
  /** What choosing it does: `Add`, `Remove`, `Add to 2`. */
  verb: string;
  /** Whether it is accepted now. */
  on: boolean;
  note?: ReactNode;
}

export interface PlanPickerProps {
  label: string;
  help?: string;
  optionOf: (plan: Plan) => PlanOption;
  onChoose: (plan: Plan, option: PlanOption) => void;
  onLeave: () => void;
}

const looksLikeId = /^[^\s/\\?#%]{4,128}$/;

/** The plans found in the catalogue, and the text itself if it may be an id that the catalogue lacks. */
function plansFor(typed: string, plans: readonly Plan[]): readonly Plan[] {
  const bare =
    !plans.some(({ id }) => id === typed) && looksLikeId.test(typed) && /[_\d]/.test(typed)
      ? [{ id: typed, name: null, payer: null, kind: null, source: "seen" as const }]
      : [];
  return [...plans, ...bare];
}

/** Finds plans in the catalogue by payer, name, kind or id. An unknown id can be chosen as it is. */
export function PlanPicker({
  label,
  help = "By payer, plan name or plan id. Each choice is staged; nothing is sent yet.",
  optionOf,
  onChoose,
  onLeave,
}: PlanPickerProps) {
  const [q, setQ] = useState("");
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const typed = q.trim();
  const { data, error, isPending, isPlaceholderData } = useQuery(planChoicesQuery(typed));
  const plans = plansFor(typed, data?.items ?? []);
  const unknown = isPlaceholderData ? undefined : plans.find((plan) => !data?.items.includes(plan));
  const shown = data?.items.length ?? 0;
  const unseen = Math.max(0, (data?.total ?? 0) - shown);
  const choose = (plan: Plan) => onChoose(plan, optionOf(plan));
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  /** Enter pressed before the list has loaded waits for the results of that text, unless the text changes meanwhile. */
  const chooseOnceFound = async (text: string) => {
    const page = await client.query(planChoicesQuery(text)).catch(() => null);
    const [plan] = page === null ? [] : plansFor(text, page.items);
    if (plan !== undefined && input.current?.value.trim() === text) latest.current(plan);
  };
  const { inputProps, listProps, optionProps } = useCombobox({
    text: q,
    onText: setQ,
    items: plans,
    // No option is active while nothing is typed, or while the list still shows the results for an earlier text.
    initial: typed === "" || isPlaceholderData ? -1 : 0,
    onChoose: choose,
    onEnter: (moved) => {
      const text = input.current?.value.trim() ?? typed;
      if (text === typed && (text === "" || moved || !(isPending || isPlaceholderData))) return false;
      void chooseOnceFound(text);
      return true;
    },
    onClose: onLeave,
  });
  return (
    <div className={styles["picker"]}>
      <TextField
        label={label}
        {...inputProps}
        autoFocus
        ref={input}
        start={<Icon name="search" size={15} />}
        help={help}
      />
      <div {...listProps} aria-label="Plans" className={styles["options"]}>
        {plans.map((plan, index) => {
          const option = optionOf(plan);
          return (
            <div key={plan.id} {...optionProps(index)} className={styles["option"]}>
              <Icon name={option.on ? "check" : "plus"} size={14} />
              <span>
                {plan.name === null ? <code>{plan.id}</code> : <WrappedName text={plan.name} />}
                {plan.payer === null ? (
                  plan.name === null ? (
                    <small>{plan === unknown ? " not in the catalogue" : " no name yet"}</small>
                  ) : null
                ) : (
                  <small>
                    {" "}
                    <bdi>{plan.payer}</bdi>
                  </small>
                )}
              </span>
              <small>{option.note}</small>
              <span>{option.verb}</span>
            </div>
          );
        })}
        {plans.length > 0 ? null : (
          <div {...comboboxMessage} className={styles["option"]} style={{ gridTemplateColumns: "1fr" }}>
            {error !== null
              ? errorSentence(error)
              : isPending
                ? "Looking…"
                : "No plan in the catalogue matches. You can enter a complete plan id instead."}
          </div>
        )}
      </div>
      {unknown === undefined || data === undefined ? null : (
        <small role="status" className={styles["rest"]}>
          The plan catalogue has no <bdi>{unknown.id}</bdi>. Check the id
          <Permitted action="stage" forAll>
            , or <Link to={paths.plans.href({ import: unknown.id })}>add it to the catalogue</Link>
          </Permitted>
          .
        </small>
      )}
      {unseen === 0 ? null : (
        <small role="status" className={styles["rest"]}>
          The first {shown.toLocaleString("en")} plans are listed, {unseen.toLocaleString("en")} more are not. Type more
          of the name to find them.
        </small>
      )}
    </div>
  );
}
