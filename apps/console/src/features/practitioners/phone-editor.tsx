import type { Phone } from "@dc/directory";
import { useId, useState } from "react";
import { Button } from "#/ui/button.tsx";
import { TextField, type TextFieldProps } from "#/ui/field.tsx";
import { Icon } from "#/ui/icon.tsx";
import { escapeTo } from "./escape-to.ts";
import type { TypedNumber } from "./number-reader.ts";
import type { PhoneSpelling } from "./phone-spelling.ts";
import styles from "./practitioners.module.css";
import { useNumberReader } from "./use-number-reader.ts";

export interface PhoneEditorProps {
  start: Phone | null;
  spelling: PhoneSpelling;
  busy: boolean;
  onStage: (phone: Phone) => void;
  onLeave: () => void;
}

const usualLabels = ["Front desk", "Scheduling", "Billing", "Fax", "After hours", "Mobile", "Referrals"];

/** One number, with the extension and label that the service has a place for: formatted while one types, pasted text left alone, and told as it is understood. */
export function PhoneEditor({ start, spelling, busy, onStage, onLeave }: PhoneEditorProps) {
  const { region, hasExtension, hasLabel } = spelling;
  const [typed, setTyped] = useState<TypedNumber>({ text: start?.number ?? "", digits: start === null ? "" : null });
  const number = typed.text;
  const [extension, setExtension] = useState(start?.extension ?? "");
  const [label, setLabel] = useState(start?.label ?? "");
  const [asked, setAsked] = useState(false);
  const reader = useNumberReader();
  const labels = useId();
  const empty = number.trim() === "";
  // What the service says itself may stay as it is, without digits too.
  const isNumber = /\p{Nd}/u.test(number) || number.trim() === start?.number;
  const read = empty || reader === null ? null : reader.describePhone(number, region);
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  const phone = { number: number.trim(), extension: orNull(extension), label: orNull(label) };
  const same =
    start !== null &&
    phone.number === start.number &&
    phone.extension === start.extension &&
    phone.label === start.label;
  return (
    <form
      className={styles["edit"]}
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (same) onLeave();
        else if (!empty && isNumber) onStage(phone);
      }}
    >
      <div className={styles["inputs"]} data-no-extension={!hasExtension || undefined}>
        <PartField
          label="Number"
          type="tel"
          onLeave={onLeave}
          dir="ltr"
          autoFocus
          maxLength={64}
          value={number}
          {...(asked && empty ? { error: "Write the number as the practice gives it." } : {})}
          {...(asked && !empty && !isNumber ? { error: "A number needs digits." } : {})}
          {...(read === null || read.country === null
            ? {}
            : { end: <span className={styles["country"]}>{read.country}</span> })}
          onChange={({ target: { value } }) =>
            setTyped(reader === null ? { text: value, digits: null } : reader.afterTyping(typed, value, region))
          }
        />
        {hasExtension ? (
          <PartField
            label="Extension"
            onLeave={onLeave}
            inputMode="numeric"
            maxLength={16}
            value={extension}
            onChange={(event) => setExtension(event.target.value)}
          />
        ) : null}
        {hasLabel ? (
          <PartField
            label="Label"
            onLeave={onLeave}
            dir="auto"
            maxLength={80}
            list={labels}
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
        ) : null}
        <datalist id={labels}>
          {usualLabels.map((usual) => (
            <option key={usual} value={usual}>
              {usual}
            </option>
          ))}
        </datalist>
      </div>
      <span className={styles["buttons"]}>
        <Button type="submit" loading={busy}>
          Stage
        </Button>
        <Button variant="subtle" onClick={onLeave}>
          Cancel
        </Button>
      </span>
      <span className={styles["understood"]} role="status">
        {read === null ? (
          "Written as the practice gives it. National numbers are read in " + region + "."
        ) : (
          <>
            <Icon name={read.valid ? "check" : "minus"} size={13} />
            {read.says}
          </>
        )}
      </span>
    </form>
  );
}

/** One part of a number; Escape leaves the editor. */
function PartField({ onLeave, ...field }: TextFieldProps & { onLeave: () => void }) {
  return <TextField {...field} autoComplete="off" onKeyDown={escapeTo(onLeave)} />;
}
