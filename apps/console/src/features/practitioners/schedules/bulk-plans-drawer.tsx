import type { Plan, RecordView } from "@dc/contract";
import { recordKey } from "@dc/directory";
import { useState } from "react";
import type { FieldRow } from "#/record/field-row.ts";
import type { FieldChange } from "#/changes/seen-values.ts";
import { Button } from "#/ui/form/button.tsx";
import { CheckField } from "#/ui/form/check-field.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { isMember } from "#/features/practitioners/sets/member-chips.tsx";
import { PlanPicker } from "#/plan-choice/plan-picker.tsx";
import styles from "./schedules.module.css";

export interface BulkPlansDrawerProps {
  opened: boolean;
  /** The set that holds the plans. */
  field: string;
  /** Whether a schedule accepts one plan, so that another takes its place. */
  holdsOne: boolean;
  schedules: readonly RecordView[];
  rows: readonly FieldRow[];
  onStage: (changes: FieldChange[]) => void;
  onClose: () => void;
}

/** Adds or removes plans on several schedules at once. */
export function BulkPlansDrawer({ opened, field, holdsOne, schedules, rows, onStage, onClose }: BulkPlansDrawerProps) {
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const chosen = schedules.filter(({ record }) => !off.has(record.id));
  const acceptedBy = (record: RecordView["record"]) =>
    rows.flatMap(({ record: of, field: { key }, element, comparison: { values } }) =>
      recordKey(of) === recordKey(record) && key === field && element && isMember(values.preview ?? values.effective)
        ? [element]
        : [],
    );
  const accepts = (record: RecordView["record"], plan: string) => acceptedBy(record).includes(plan);
  const operationOn = (record: RecordView["record"], plan: string): FieldChange["operation"] => {
    if (accepts(record, plan)) return { op: "remove", element: plan };
    const [replaced] = holdsOne ? acceptedBy(record) : [];
    return replaced === undefined ? { op: "add", element: plan } : { op: "replace", element: replaced, by: plan };
  };
  const split = (plan: Plan) => {
    const on = chosen.filter(({ record }) => accepts(record, plan.id));
    return { on, not: chosen.filter((view) => !on.includes(view)) };
  };
  return (
    <SideDrawer
      opened={opened}
      title={`Plans on ${chosen.length === schedules.length ? "all " : ""}${chosen.length === 1 ? "1 schedule" : `${chosen.length} schedules`}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className={styles["many"]}>
        <fieldset>
          <legend>On these schedules</legend>
          {schedules.map(({ record, name }) => (
            <CheckField
              key={record.id}
              label={<bdi>{name ?? record.id}</bdi>}
              help={record.id}
              checked={!off.has(record.id)}
              onChange={(on) => {
                const next = new Set(off);
                if (on) next.delete(record.id);
                else next.add(record.id);
                setOff(next);
              }}
            />
          ))}
        </fieldset>
        {chosen.length === 0 ? (
          <p>Select at least one schedule.</p>
        ) : (
          <PlanPicker
            label="Plan"
            optionOf={(plan) => {
              const { on, not } = split(plan);
              const note =
                on.length === 0 ? "on none" : not.length === 0 ? "on all" : `on ${on.length} of ${chosen.length}`;
              return {
                on: not.length === 0,
                note,
                verb: not.length === 0 ? `Remove from ${on.length}` : `${holdsOne ? "Set on" : "Add to"} ${not.length}`,
              };
            }}
            onChoose={(plan) => {
              const { on, not } = split(plan);
              const targets = not.length === 0 ? on : not;
              onStage(
                targets.map(({ record }) => ({
                  record,
                  field,
                  operation: operationOn(record, plan.id),
                })),
              );
            }}
            onLeave={onClose}
          />
        )}
      </div>
    </SideDrawer>
  );
}
