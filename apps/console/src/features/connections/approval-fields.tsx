import type { ApprovalSettings } from "@dc/contract";
import { CheckField } from "#/ui/form/check-field.tsx";
import { SelectField } from "#/ui/form/field.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";

const approvalCounts = ["0", "1", "2"] as const;
const approvalLabels = { "0": "none", "1": "1 person", "2": "2 people" };

interface ApprovalFieldsProps {
  approvals: ApprovalSettings;
  onChange: (approvals: ApprovalSettings) => void;
}

/** Who has to agree before changes are applied, and whether they need a reason. */
export function ApprovalFields({ approvals, onChange }: ApprovalFieldsProps) {
  return (
    <>
      <SectionHeading title="Before changes are applied" />
      <SelectField
        label="Who has to approve a change"
        value={approvalCounts.find((count) => count === String(approvals.required)) ?? "0"}
        options={approvalCounts.map((value) => ({ value, label: approvalLabels[value] }))}
        onChange={(value) => onChange({ ...approvals, required: Number(value) })}
      />
      {approvals.required === 0 ? null : (
        <CheckField
          label="The author counts"
          help="Whoever staged a change may approve it too."
          checked={approvals.ownCounts}
          onChange={(ownCounts) => onChange({ ...approvals, ownCounts })}
        />
      )}
      <CheckField
        label="A reason is required"
        help="Nothing is applied, and no review is asked for, without one."
        checked={approvals.reasonRequired}
        onChange={(reasonRequired) => onChange({ ...approvals, reasonRequired })}
      />
    </>
  );
}
