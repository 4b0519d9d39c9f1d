import { PlanPage, type Plan } from "@dc/contract";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { bff } from "#/api/bff.ts";
import { errorSentence } from "#/api/bff-error.ts";
import { TextField } from "#/ui/field.tsx";
import { Icon } from "#/ui/icon.tsx";
import { MidTruncate } from "#/ui/mid-truncate.tsx";
import styles from "./practitioners.module.css";

export const planChoicesQuery = (q: string) =>
  queryOptions({
    queryKey: ["plans", "choices", q],
    queryFn: ({ signal }) => bff.get("/plans", PlanPage, { query: { q, limit: 30 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

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

/** Finds plans by payer, name, kind or id in the catalogue; choosing one adds or removes it. An unknown id can be added as it is. */
export function PlanPicker({
  label,
  help = "By payer, plan name or plan id. Each choice is staged; nothing is sent yet.",
  optionOf,
  onChoose,
  onLeave,
}: PlanPickerProps) {
  const [q, setQ] = useState("");
  const [at, setAt] = useState(0);
  const listId = useId();
  const { data, error, isPending } = useQuery(planChoicesQuery(q.trim()));
  const found = data?.items ?? [];
  const typed = q.trim();
  const known = found.some(({ id }) => id === typed);
  const bare: Plan[] =
    !known && looksLikeId.test(typed) && /[_\d]/.test(typed)
      ? [{ id: typed, name: null, payer: null, kind: null, source: "seen" }]
      : [];
  const plans = [...found, ...bare];
  const active = Math.min(at, plans.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const plan = plans[active];
    if (event.key === "ArrowDown") setAt(Math.min(active + 1, plans.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(active - 1, 0));
    else if (event.key === "Enter" && plan !== undefined) onChoose(plan, optionOf(plan));
    else if (event.key === "Escape") {
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
        start={<Icon name="search" size={15} />}
        value={q}
        help={help}
        onChange={(event) => {
          setQ(event.target.value);
          setAt(0);
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
              onPointerMove={() => setAt(index)}
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
