import type { Plan } from "@dc/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { errorSentence } from "#/api/bff-error.ts";
import { TextField } from "#/ui/form/field.tsx";
import { Icon } from "#/ui/text/icon.tsx";
import { MidTruncate } from "#/ui/text/mid-truncate.tsx";
import { planChoicesQuery } from "./queries.ts";
import styles from "./plan-picker.module.css";

export interface PlanOption {
  /** What choosing it does: `Add`, `Remove`, `Add on 2`. */
  verb: string;
  /** True where it is accepted now. */
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

/** What fits the text: plans of the catalogue, and the text itself where it can be an id that the catalogue lacks. */
function plansFor(typed: string, found: readonly Plan[]): readonly Plan[] {
  const bare =
    !found.some(({ id }) => id === typed) && looksLikeId.test(typed) && /[_\d]/.test(typed)
      ? [{ id: typed, name: null, payer: null, kind: null, source: "seen" as const }]
      : [];
  return [...found, ...bare];
}

/** Finds plans by payer, name, kind or id in the catalogue; choosing one adds or removes it. An unknown id can be added as it is. */
export function PlanPicker({
  label,
  help = "By payer, plan name or plan id. Each choice is staged; nothing is sent yet.",
  optionOf,
  onChoose,
  onLeave,
}: PlanPickerProps) {
  const [q, setQ] = useState("");
  /** The row that the arrows are on; null while they were not used for this text. */
  const [at, setAt] = useState<number | null>(null);
  const listId = useId();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const typed = q.trim();
  const { data, error, isPending, isPlaceholderData } = useQuery(planChoicesQuery(typed));
  const plans = plansFor(typed, data?.items ?? []);
  // Nothing is chosen by a person who has typed nothing, nor what only fitted the text before.
  const first = typed === "" || isPlaceholderData ? -1 : 0;
  const active = Math.min(at ?? first, plans.length - 1);
  const choose = (plan: Plan) => onChoose(plan, optionOf(plan));
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  /** Enter before the list has caught up is for what the list will say of this text, unless the text goes on. */
  const chooseOnceFound = async (text: string) => {
    const page = await client.query(planChoicesQuery(text)).catch(() => null);
    const [plan] = page === null ? [] : plansFor(text, page.items);
    if (plan !== undefined && input.current?.value.trim() === text) latest.current(plan);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const plan = plans[active];
    if (event.key === "ArrowDown") setAt(Math.min(active + 1, plans.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(active - 1, 0));
    else if (event.key === "Enter" && !event.repeat) {
      const text = input.current?.value.trim() ?? typed;
      if (text !== typed || (text !== "" && at === null && (isPending || isPlaceholderData)))
        void chooseOnceFound(text);
      else if (plan !== undefined) choose(plan);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      onLeave();
    } else return;
    event.preventDefault();
  };
  return (
    <div className={styles["picker"]}>
      <TextField
        label={label}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={plans[active] === undefined ? undefined : `${listId}-${active}`}
        autoComplete="off"
        spellCheck={false}
        autoFocus
        ref={input}
        start={<Icon name="search" size={15} />}
        value={q}
        help={help}
        onChange={(event) => {
          setQ(event.target.value);
          setAt(null);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Plans" className={styles["options"]}>
        {plans.map((plan, index) => {
          const option = optionOf(plan);
          return (
            <div
              key={plan.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              className={styles["option"]}
              tabIndex={-1}
              onKeyDown={onKeyDown}
              onClick={() => onChoose(plan, option)}
              ref={index === active ? (element) => element?.scrollIntoView({ block: "nearest" }) : undefined}
            >
              <Icon name={option.on ? "check" : "plus"} size={14} />
              <span>
                {plan.name === null ? <code>{plan.id}</code> : <MidTruncate text={plan.name} />}
                {plan.payer === null ? (
                  plan.name === null ? (
                    <small> not in the catalogue by name</small>
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
          <div
            role="option"
            aria-selected="false"
            aria-disabled="true"
            className={styles["option"]}
            style={{ gridTemplateColumns: "1fr" }}
          >
            {error !== null
              ? errorSentence(error)
              : isPending
                ? "Looking…"
                : "No plan of the catalogue is called that. A whole plan id can be added as it is."}
          </div>
        )}
      </div>
    </div>
  );
}
