import { useState } from "react";
import { Button } from "#/ui/form/button.tsx";
import { CheckField, Toggle } from "#/ui/form/checkbox.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { ChoiceCards, SelectField, TextAreaField, TextField } from "#/ui/form/field.tsx";
import { PasswordField } from "#/ui/form/password-field.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { Page } from "#/ui/page/page.tsx";
import { MemberChip } from "#/marks/member-chip.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { VerdictSign, Verdict, verdictOrder, type VerdictName } from "#/marks/verdict.tsx";
import { State, type StateName } from "#/marks/state.tsx";
import { ToggleChips } from "#/ui/form/toggle-chips.tsx";

const states: readonly StateName[] = [
  "draft",
  "in review",
  "queued",
  "applying",
  "applied",
  "partly applied",
  "held",
  "rejected",
  "unknown",
  "failed",
  "refused",
  "withdrawn",
  "reverted",
  "deferred",
];
const row = { display: "flex", flexWrap: "wrap", gap: 16, alignItems: "center", paddingBlock: 12 } as const;

export function PartsScreen() {
  const [pressed, setPressed] = useState<ReadonlySet<VerdictName>>(new Set(["conflict", "outside", "ours"]));
  const [view, setView] = useState("fields");
  const [from, setFrom] = useState("overrides");
  const [on, setOn] = useState(true);
  return (
    <Page
      title="Parts"
      lede="Every part in its states."
      actions={
        <>
          <Button variant="subtle">Copy link</Button>
          <Button>Swap index</Button>
          <Button variant="filled">Review 4 changes</Button>
        </>
      }
    >
      <SectionHeading title="Marks" note="verdicts are squares, states are circles" />
      <div style={row}>
        {verdictOrder.map((verdict) => (
          <span key={verdict} style={{ display: "inline-flex", gap: 8 }}>
            <VerdictSign verdict={verdict} />
            <Verdict verdict={verdict} />
          </span>
        ))}
      </div>
      <div style={row}>
        {states.map((state) => (
          <State key={state} state={state} />
        ))}
      </div>
      <div style={row}>
        {verdictOrder.map((verdict, at) => (
          <Verdict key={verdict} verdict={verdict} show={at + 1} />
        ))}
        <State state="held" show={2} />
        <Verdict verdict="conflict" show="mark" size={28} />
        <State state="unknown" show="mark" size={28} />
      </div>
      <SectionHeading
        title="Chips"
        action={
          <Button variant="subtle" leftSection={<Icon name="plus" />}>
            Add phone
          </Button>
        }
      />
      <div style={{ ...row, gap: 6 }}>
        <MemberChip kind="added" name="Unión Salud Básico" onRemove={() => undefined} />
        <MemberChip kind="removed" name="Harborlight PPO Select Plus (Employer Group, Tier 2)" />
        <MemberChip
          kind="base moved"
          name="Meridian Community Health — Managed Care, Region 4 incl. Dental Rider"
          note="gone from base"
        />
        <MemberChip kind="outside" name="Willowbrook Indemnity 1986" note="not by us" struck />
        <MemberChip kind="held added" name="Lotus Family Care" />
        <MemberChip kind="held removed" name="Kestrel Choice POS" />
        <MemberChip kind="plain" name="Blue Juniper HMO" />
        <MemberChip kind="more" name="6 more, same as standard" />
      </div>
      <div style={row}>
        <ToggleChips
          label="Verdicts"
          pressed={pressed}
          onChange={setPressed}
          chips={verdictOrder.map((verdict, at) => ({
            value: verdict,
            label: verdict,
            count: at * 3 + 1,
            mark: <Verdict verdict={verdict} show="mark" />,
          }))}
        />
        <SegmentedControl
          label="View"
          value={view}
          onChange={setView}
          options={[
            { value: "fields", label: "Fields" },
            { value: "sentences", label: "Sentences" },
            { value: "raw", label: "Raw JSON" },
          ]}
        />
        <SegmentedControl
          small
          label="Policy"
          value="pin"
          onChange={() => undefined}
          options={[
            { value: "pin", label: "Pin", mark: <Icon name="pin" size={13} /> },
            { value: "follow", label: "Follow" },
          ]}
        />
        <Toggle label="Only changed" checked={on} onChange={setOn} />
        <CheckField
          label="Remove line 6"
          help="It was not found in the standard index."
          checked={on}
          onChange={setOn}
        />
      </div>
      <SectionHeading title="Forms" />
      <div
        style={{
          ...row,
          alignItems: "flex-start",
          display: "grid",
          gridTemplateColumns: "repeat(auto-fit, minmax(240px, 1fr))",
        }}
      >
        <TextField label="Name" defaultValue="García-Peña 2027" help="Not used by a known index." />
        <TextField
          label="Phone"
          defaultValue="+84 28 5550"
          error="This reads as no number. Write it as the practice gives it, with its country."
        />
        <PasswordField label="Password" defaultValue="correct horse" />
        <SelectField
          label="Country"
          value="vn"
          options={[
            { value: "vn", label: "Viet Nam" },
            { value: "us", label: "United States" },
          ]}
          onChange={() => undefined}
        />
        <TextAreaField label="Reason" optional mono defaultValue={"k3v9t2ma81\nsch_4Wn8pLq2"} />
        <TextField label="Read-only" readOnly defaultValue="idx_standard" mono />
        <ChoiceCards
          label="Start from"
          value={from}
          onChange={setFrom}
          options={[
            { value: "standard", label: "Standard data", help: "As it is today, no overrides." },
            {
              value: "overrides",
              label: "Overrides of another directory",
              help: "Standard data, with its overrides staged for your review.",
              inside: <TextField label="Directory" labelHidden defaultValue="Ortiz Villalobos" />,
            },
          ]}
        />
      </div>
      <div style={row}>
        <ConfirmButton
          label="Withdraw 3 changes"
          question="The staged changes are deleted. Nothing was sent."
          onConfirm={() => undefined}
        />
        <Button size="sm">Small</Button>
        <Button size="xs">In row</Button>
        <Button disabled>Apply to live</Button>
        <span>Choose a value for the conflict first</span>
        <Button loading>Reading</Button>
        <Kbd keys="mod+k" />
        <Kbd keys="g i" />
        <Kbd keys="shift+x" />
      </div>
    </Page>
  );
}
