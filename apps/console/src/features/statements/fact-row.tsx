import { typedValue } from "@dc/directory";
import { maxLength } from "@dc/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { connectionQuery } from "#/connection/queries.ts";
import { isOneValue } from "#/kinds/kinds.ts";
import { PlanPicker } from "#/plan-choice/plan-picker.tsx";
import { ValueField } from "#/record/value-field.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { CheckField } from "#/ui/form/check-field.tsx";
import { SelectField, TextField } from "#/ui/form/field.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { howWords, verificationWays } from "#/verification/last-verified.tsx";
import type { TypedFact } from "./typed-statement.ts";
import styles from "./statements.module.css";

export interface FactRowProps {
  fact: TypedFact;
  number: number;
  /** How many changes it makes, once they were searched. */
  note: string | null;
  /** Why the server refused it. */
  problem: string | null;
  onChange: (fact: TypedFact) => void;
  /** Undefined for the only fact. */
  onRemove: (() => void) | undefined;
}

/** One fact of a statement, as it is typed. */
export function FactRow({ fact, number, note, problem, onChange, onRemove }: FactRowProps) {
  const isConfirmed = "asItStands" in fact && fact.asItStands;
  return (
    <li className={styles["fact"]}>
      <span className={styles["number"]} aria-hidden="true">
        {number}
      </span>
      <span className={styles["says"]} role="group" aria-label={`Fact ${number}`}>
        <FactFields fact={fact} onChange={onChange} />
        {problem === null && !isConfirmed ? null : (
          <span className={styles["problem"]} role={problem === null ? undefined : "alert"}>
            {problem === null ? null : "asItStands" in fact ? doubts[fact.kind] : problem}
            {"asItStands" in fact ? (
              <CheckField
                label={fact.kind === "plan" ? "The plan is right all the same" : "Send the number as it stands"}
                checked={isConfirmed}
                onChange={(asItStands) => onChange({ ...fact, asItStands })}
              />
            ) : null}
          </span>
        )}
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

const doubts = {
  phone: "This is not a possible phone number.",
  "further phone": "This is not a possible phone number.",
  plan: "The plan catalogue does not have this plan.",
} as const;

const numberField = { labelHidden: true, small: true, type: "tel", maxLength: maxLength.phoneNumber } as const;

function FactFields({ fact, onChange }: Pick<FactRowProps, "fact" | "onChange">) {
  const [choosing, setChoosing] = useState(false);
  switch (fact.kind) {
    case "phone":
      return (
        <>
          <span>Phone is now</span>
          <TextField
            label="Phone is now"
            {...numberField}
            value={fact.number}
            onChange={({ target: { value: number } }) => onChange({ ...fact, number, asItStands: false })}
          />
          <span>instead of</span>
          <TextField
            label="Instead of the number"
            {...numberField}
            value={fact.insteadOf}
            onChange={({ target: { value: insteadOf } }) => onChange({ ...fact, insteadOf })}
          />
        </>
      );
    case "further phone":
    case "phone gone": {
      const isFurther = fact.kind === "further phone";
      const change = (part: object) => onChange({ ...fact, ...part, ...(isFurther ? { asItStands: false } : {}) });
      return (
        <>
          <span>{isFurther ? "A further phone is" : "Gone is the phone"}</span>
          <TextField
            label={isFurther ? "A further phone is" : "Gone is the phone"}
            {...numberField}
            value={fact.number}
            onChange={(event) => change({ number: event.target.value })}
          />
          <TextField
            label="Extension"
            placeholder="Extension"
            {...numberField}
            maxLength={maxLength.phoneExtension}
            value={fact.extension}
            onChange={(event) => change({ extension: event.target.value })}
          />
          <TextField
            label="Label"
            placeholder={isFurther ? "Label" : "Any label"}
            {...numberField}
            type="text"
            dir="auto"
            maxLength={maxLength.phoneLabel}
            value={fact.label}
            onChange={(event) => change({ label: event.target.value })}
          />
        </>
      );
    }
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
                  onChange({ ...fact, planId: id, planName: name, asItStands: false });
                  setChoosing(false);
                }}
                onLeave={() => setChoosing(false)}
              />
            ) : null}
          </SideDrawer>
        </>
      );
    case "right":
      return (
        <>
          <span>It is right as it stands, said</span>
          <SelectField
            label="How it was said"
            labelHidden
            small
            value={fact.how}
            options={verificationWays.map((way) => ({ value: way, label: howWords[way] }))}
            onChange={(how) => onChange({ ...fact, how })}
          />
        </>
      );
    case "value":
      return <StatedValueFields fact={fact} onChange={onChange} />;
  }
}

interface StatedValueFieldsProps {
  fact: Extract<TypedFact, { kind: "value" }>;
  onChange: FactRowProps["onChange"];
}

/** Which value of whom, and what it is now; the first that can be written where none was chosen. */
function StatedValueFields({ fact, onChange }: StatedValueFieldsProps) {
  const { data: connection } = useQuery(connectionQuery);
  const meanings = (connection?.recordTypes ?? []).flatMap(({ type, meanings: of }) =>
    type !== "practitioner" && type !== "schedule"
      ? []
      : of.filter(({ kind, writable }) => isOneValue(kind) && writable).map((meaning) => ({ ...meaning, type })),
  );
  const form = meanings.find(({ type, key }) => type === fact.recordType && key === fact.field) ?? meanings[0];
  return (
    <>
      <SelectField
        label="Which value"
        labelHidden
        small
        value={form === undefined ? "" : `${form.type} ${form.key}`}
        options={meanings.map(({ type, key, label }) => ({
          value: `${type} ${key}`,
          label: type === "schedule" ? `${label} of the schedule` : label,
        }))}
        onChange={(chosen) => {
          const [recordType = "", field = ""] = chosen.split(" ");
          onChange({ ...fact, recordType, field, typed: "", value: "" });
        }}
      />
      <span>is now</span>
      {form === undefined ? null : (
        <ValueField
          form={form}
          label="The value is now"
          labelHidden
          small
          typed={fact.typed}
          onType={(typed) =>
            onChange({
              kind: "value",
              recordType: form.type,
              field: form.key,
              label: form.label,
              typed,
              value: typedValue(typed, form),
            })
          }
        />
      )}
    </>
  );
}
