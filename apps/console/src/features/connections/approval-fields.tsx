import type { ApprovalSettings } from "@dc/contract";
import { countText } from "#/ui/display/count.tsx";
import { CheckField } from "#/ui/form/check-field.tsx";
import { SelectField } from "#/ui/form/field.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";

const approvalCounts = ["0", "1", "2"] as const;
const approvalLabels = { "0": "none", "1": "1 person", "2": "2 people" };

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
        label="Who has to approve a change"
        value={approvalCounts.find((count) => count === String(approvals.required)) ?? "0"}
        options={approvalCounts.map((value) => ({ value, label: approvalLabels[value] }))}
        onChange={(value) => onChange({ required: Number(value) })}
      />
      {approvals.required === 0 ? null : (
        <CheckField
          label="The author counts"
          help="Whoever staged a change may approve it too."
          checked={approvals.ownCounts}
          onChange={(ownCounts) => onChange({ ownCounts })}
        />
      )}
      <CheckField
        label="A reason is required"
        help="Nothing is applied, and no review is asked for, without one."
        checked={approvals.reasonRequired}
        onChange={(reasonRequired) => onChange({ reasonRequired })}
      />
      <SelectField
        label="Read again before applying"
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
