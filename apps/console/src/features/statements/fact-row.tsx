import { maxLength } from "@dc/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { connectionQuery } from "#/connection/queries.ts";
import { controlOf } from "#/kinds/kinds.ts";
import { PlanPicker } from "#/plan-choice/plan-picker.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { SelectField, TextField } from "#/ui/form/field.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import type { TypedFact } from "./typed-statement.ts";
import styles from "./statements.module.css";

export interface FactRowProps {
  fact: TypedFact;
  number: number;
  /** How many places it concerns, once they were searched. */
  note: string | null;
  onChange: (fact: TypedFact) => void;
  /** Undefined for the only fact. */
  onRemove: (() => void) | undefined;
}

/** One fact of a statement, as it is typed. */
export function FactRow({ fact, number, note, onChange, onRemove }: FactRowProps) {
  return (
    <li className={styles["fact"]}>
      <span className={styles["number"]} aria-hidden="true">
        {number}
      </span>
      <span className={styles["says"]} role="group" aria-label={`Fact ${number}`}>
        <FactFields fact={fact} onChange={onChange} />
      </span>
      {note === null ? null : <span className={styles["factNote"]}>{note}</span>}
      {onRemove === undefined ? null : (
        <Button variant="subtle" size="xs" aria-label={`Remove fact ${number}`} onClick={onRemove}>
          <Icon name="cross" size={14} />
        </Button>
      )}
    </li>
  );
}

function FactFields({ fact, onChange }: Pick<FactRowProps, "fact" | "onChange">) {
  const { data: connection } = useQuery(connectionQuery);
  const [choosing, setChoosing] = useState(false);
  switch (fact.kind) {
    case "phone":
      return (
        <>
          <span>Phone is now</span>
          <TextField
            label="Phone is now"
            labelHidden
            small
            type="tel"
            maxLength={maxLength.phoneNumber}
            value={fact.number}
            onChange={(event) => onChange({ ...fact, number: event.target.value })}
          />
          <span>instead of</span>
          <TextField
            label="Instead of the number"
            labelHidden
            small
            type="tel"
            maxLength={maxLength.phoneNumber}
            value={fact.insteadOf}
            onChange={(event) => onChange({ ...fact, insteadOf: event.target.value })}
          />
        </>
      );
    case "plan":
      return (
        <>
          <SelectField
            label="Whether the plan is accepted"
            labelHidden
            small
            value={fact.accepted ? "now" : "no longer"}
            options={[
              { value: "no longer", label: "No longer accepts" },
              { value: "now", label: "Now accepts" },
            ]}
            onChange={(value) => onChange({ ...fact, accepted: value === "now" })}
          />
          <Button size="sm" onClick={() => setChoosing(true)} leftSection={<Icon name="book" size={14} />}>
            {fact.planId === "" ? "Choose the plan" : <bdi>{fact.planName ?? fact.planId}</bdi>}
          </Button>
          <SideDrawer opened={choosing} title="Choose the plan" onClose={() => setChoosing(false)}>
            {choosing ? (
              <PlanPicker
                label="Plan"
                help="By payer, plan name or plan id."
                optionOf={({ id }) => ({ verb: "Choose", on: id === fact.planId })}
                onChoose={({ id, name }) => {
                  onChange({ ...fact, planId: id, planName: name });
                  setChoosing(false);
                }}
                onLeave={() => setChoosing(false)}
              />
            ) : null}
          </SideDrawer>
        </>
      );
    case "name": {
      const meanings = connection?.recordTypes.find(({ type }) => type === "practitioner")?.meanings ?? [];
      const texts = meanings.filter(({ kind, writable }) => controlOf(kind).row === "free text" && writable);
      const options = texts.map(({ key, label }) => ({ value: key, label }));
      return (
        <>
          <SelectField
            label="Which name"
            labelHidden
            small
            value={fact.field}
            options={options.length === 0 ? [{ value: fact.field, label: "Name" }] : options}
            onChange={(field) => onChange({ ...fact, field })}
          />
          <span>is now</span>
          <TextField
            label="Name is now"
            labelHidden
            small
            dir="auto"
            maxLength={maxLength.name}
            value={fact.value}
            onChange={(event) => onChange({ ...fact, value: event.target.value })}
          />
        </>
      );
    }
  }
}
