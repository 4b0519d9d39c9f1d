import type { ApprovalSettings } from "@dc/contract";
import { countText } from "#/ui/display/count.tsx";
import { CheckField } from "#/ui/form/check-field.tsx";
import { SelectField } from "#/ui/form/field.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";

const approvalCounts = ["0", "1", "2"] as const;
const approvalLabels = { "0": "none", "1": "1 person", "2": "2 people" };

const labels = {
  required: "Who has to approve a change",
  ownCounts: "The author counts",
  reasonRequired: "A reason is required",
  applyAgeHours: "Read again before applying",
} satisfies { [key in keyof ApprovalSettings]: string };

const isOn = (on: boolean) => (on ? "yes" : "no");

/** These settings as one reads them. */
const wordsOf = ({ required, ownCounts, reasonRequired, applyAgeHours }: ApprovalSettings) => ({
  required: approvalLabels[approvalCounts.find((count) => count === String(required)) ?? "0"],
  ownCounts: isOn(ownCounts),
  reasonRequired: isOn(reasonRequired),
  applyAgeHours: ageLabel(applyAgeHours),
});

/** What was saved of these settings beside what was typed. */
export function approvalParts(saved: ApprovalSettings, typed: ApprovalSettings) {
  const [words, own] = [wordsOf(saved), wordsOf(typed)];
  return (["required", "ownCounts", "reasonRequired", "applyAgeHours"] as const).map((key) => ({
    label: labels[key],
    saved: words[key],
    typed: own[key],
  }));
}

interface ApprovalFieldsProps {
  approvals: ApprovalSettings;
  onChange: (changed: Partial<ApprovalSettings>) => void;
}

/** Who has to agree before changes are applied, whether they need a reason, and what is read again. */
export function ApprovalFields({ approvals, onChange }: ApprovalFieldsProps) {
  return (
    <>
      <SectionHeading title="Before changes are applied" />
      <SelectField
        label={labels.required}
        value={approvalCounts.find((count) => count === String(approvals.required)) ?? "0"}
        options={approvalCounts.map((value) => ({ value, label: approvalLabels[value] }))}
        onChange={(value) => onChange({ required: Number(value) })}
      />
      {approvals.required === 0 ? null : (
        <CheckField
          label={labels.ownCounts}
          help="Whoever staged a change may approve it too."
          checked={approvals.ownCounts}
          onChange={(ownCounts) => onChange({ ownCounts })}
        />
      )}
      <CheckField
        label={labels.reasonRequired}
        help="Nothing is applied, and no review is asked for, without one."
        checked={approvals.reasonRequired}
        onChange={(reasonRequired) => onChange({ reasonRequired })}
      />
      <SelectField
        label={labels.applyAgeHours}
        help="So that what changed since each change was decided on is seen before anything is sent."
        value={String(approvals.applyAgeHours)}
        options={agesWith(approvals.applyAgeHours).map((hours) => ({ value: String(hours), label: ageLabel(hours) }))}
        onChange={(value) => onChange({ applyAgeHours: value === "null" ? null : Number(value) })}
      />
    </>
  );
}

const applyAges: readonly (number | null)[] = [null, 12, 1, 0];
const agesWith = (hours: number | null) => (applyAges.includes(hours) ? applyAges : [...applyAges, hours]);

function ageLabel(hours: number | null): string {
  if (hours === null) return "readings that count as old";
  return hours === 0 ? "everything" : `readings older than ${countText(hours, "hour")}`;
}
