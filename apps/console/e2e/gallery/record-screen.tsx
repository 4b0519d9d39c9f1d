import { Age } from "#/ui/display/age.tsx";
import { BottomBar } from "#/ui/page/bottom-bar.tsx";
import { Button } from "#/ui/form/button.tsx";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { DescriptionCard } from "#/ui/page/card.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { Note } from "#/marks/note.tsx";
import { Page, WithSidebar } from "#/ui/page/page.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { VerdictSign, Verdict, type VerdictName } from "#/marks/verdict.tsx";
import { State } from "#/marks/state.tsx";
import { AbsentValue, ValueBox } from "#/marks/value-box.tsx";
import { ago } from "./sample-data.ts";

const lines: readonly (readonly [VerdictName, string, string | null, string | null, string | null])[] = [
  ["conflict", "Phone, front desk", "415.555.0199 x12", "+1 415-555-0142", "+1 (415) 555-0142 ext. 7"],
  ["outside", "Willowbrook Indemnity 1986", "Listed", "Listed", "Not listed"],
  ["base moved", "Phone, fax", "(415) 555-0100", null, "(415) 555-0100"],
  ["ours", "Preferred name", "Nguyen, Thi Hong Nhung", "Nguyen, Thi Hong Nhung", "Dr. Nhung"],
];
const moved = (verdict: VerdictName, side: "base" | "here") =>
  verdict === "conflict" || (side === "base" ? verdict === "base moved" : verdict === "ours" || verdict === "outside");
const Value = ({ text }: { text: string | null }) => (text === null ? <AbsentValue /> : <>{text}</>);

export function RecordScreen() {
  return (
    <Page
      title="Dr. Nguyễn Thị Hồng Nhung"
      scope={{ id: "idx_9Qm2VtKc", name: "Ortiz Villalobos" }}
      crumbs={[{ label: "Roster", to: "/" }, { label: "Dr. Nguyễn Thị Hồng Nhung" }]}
      lede={
        <>
          <CopyableId id="k3v9t2ma81" /> 12 of 48 in the roster, <Age at={ago(2)} before="read" after="ago" />
        </>
      }
      actions={<Button rightSection={<Kbd keys="c" hint />}>Compare</Button>}
    >
      <div style={{ display: "flex", flexWrap: "wrap", gap: 12, marginBlockEnd: 20 }}>
        <SegmentedControl
          label="Laid over"
          value="effective"
          onChange={() => undefined}
          options={[
            { value: "effective", label: "Effective" },
            { value: "returned", label: "As the service returns it" },
          ]}
        />
        <div style={{ flex: "1 1 320px" }}>
          <Note kind="held">
            <b>2 held changes</b> are applied on top of what the service returns.
          </Note>
        </div>
      </div>
      <WithSidebar
        sidebar={
          <DescriptionCard
            mark={<Verdict verdict="ours" show="mark" />}
            title="Preferred name"
            action={
              <Button size="xs" leftSection={<Icon name="back" size={14} />}>
                Reset to base
              </Button>
            }
            groups={[
              [
                { label: "Ours", value: <b>Dr. Nhung</b> },
                { label: "Base", value: "Nguyen, Thi Hong Nhung" },
              ],
              [
                { label: "Reason", value: "Patients ask for “Dr. Nhung”." },
                { label: "Source", value: "Call with Linh Đặng, Elm Street front desk" },
                { label: "Verified", value: "14 Oct 2026 by Marta Silva" },
              ],
            ]}
            footer={
              <>
                <SegmentedControl
                  small
                  label="Policy"
                  value="pin"
                  onChange={() => undefined}
                  options={[
                    { value: "pin", label: "Pin" },
                    { value: "follow", label: "Follow" },
                  ]}
                />
                <span>Keeps our value, even when base changes.</span>
              </>
            }
          />
        }
      >
        <SectionHeading
          title="Names and phones"
          note="kept as shown, in this order"
          action={
            <Button variant="subtle" leftSection={<Icon name="plus" />}>
              Add phone
            </Button>
          }
        />
        {lines.map(([verdict, name, original, base, here]) => (
          <div
            key={name}
            style={{
              display: "flex",
              flexWrap: "wrap",
              gap: 16,
              alignItems: "center",
              minBlockSize: 34,
              borderBlockEnd: "1px solid var(--dc-line)",
            }}
          >
            <VerdictSign verdict={verdict} />
            <span style={{ flex: "1 1 150px" }}>{name}</span>
            <span style={{ flex: "1 1 150px" }}>
              <ValueBox>
                <Value text={original} />
              </ValueBox>
            </span>
            <span style={{ flex: "1 1 150px" }}>
              <ValueBox {...(moved(verdict, "base") ? { verdict } : {})}>
                <Value text={base} />
              </ValueBox>
            </span>
            <span style={{ flex: "1 1 170px" }}>
              <ValueBox {...(moved(verdict, "here") ? { verdict } : {})}>
                <Value text={here} />
              </ValueBox>
            </span>
            <span style={{ flex: "0 0 160px", display: "flex", gap: 10 }}>
              <Verdict verdict={verdict} />
              {verdict === "ours" ? <State state="held" /> : null}
            </span>
          </div>
        ))}
      </WithSidebar>
      <BottomBar
        mark={<State state="draft" show="mark" />}
        title="Dr. Nhung at Elm Street"
        note="draft, saved 8 s ago"
        counts={
          <>
            <Verdict verdict="ours" show={4} />
          </>
        }
        actions={
          <>
            <Button variant="subtle" rightSection={<Kbd keys="mod+z" hint />}>
              Undo
            </Button>
            <Button variant="filled" rightSection={<Kbd keys="r" hint />}>
              Review 4 changes
            </Button>
          </>
        }
      />
    </Page>
  );
}
