import type { Phone } from "@dc/directory";
import { useId, useRef, useState, type ReactNode, useEffect } from "react";
import { CheckField } from "#/ui/form/check-field.tsx";
import { TextField, type TextFieldProps } from "#/ui/form/field.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { useUnsavedInput } from "#/ui/form/unsaved-input.ts";
import { leaveOnEscape } from "#/ui/keyboard/restore-focus.ts";
import { numberText } from "#/ui/display/count.tsx";
import type { TypedNumber } from "./number-format.ts";
import { type TypedPhone, typedPhone } from "./typed-phone.ts";
import type { PhoneParts } from "#/connection/meanings.ts";
import editorStyles from "#/features/practitioners/editor/editor.module.css";
import { StageButtons } from "#/features/practitioners/editor/stage-buttons.tsx";
import styles from "./phones.module.css";

export interface PhoneEditorProps {
  start: Phone | null;
  /** What the standard data says for it. */
  standard?: Phone | null;
  spelling: Omit<PhoneParts, "isSingle">;
  busy: boolean;
  /** Where what is typed is kept until it is staged or cancelled. */
  typedAt: string;
  onStage: (phone: Phone, asItStands: boolean) => void;
  onLeave: () => void;
  onCancel: () => void;
}

/** The longest parts of a phone, in characters. */
const longest = { number: 64, extension: 16, label: 80 };

const usualLabels = ["Front desk", "Scheduling", "Billing", "Fax", "After hours", "Mobile", "Referrals"];

/** Edits one phone: formats digits while they are typed, leaves pasted text alone, and says how the number reads. */
export function PhoneEditor({
  start,
  standard = null,
  spelling,
  busy,
  typedAt,
  onStage,
  onLeave,
  onCancel,
}: PhoneEditorProps) {
  const { region, hasExtension, hasLabel, format } = spelling;
  const before = typedPhone(start);
  const [typed, type] = useUnsavedInput<TypedPhone>(
    typedAt,
    before,
    ({ number: { text }, ...now }) =>
      text === before.number.text && now.extension === before.extension && now.label === before.label,
  );
  const { extension, label } = typed;
  const [asked, setAsked] = useState(false);
  const reader = useNumberFormat();
  const labels = useId();
  const oddExtension = extension.trim().length <= longest.extension && /[^\p{Nd}\s]/u.test(extension);
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  const readBy = (formatter: typeof reader) => {
    const shown = formatter?.formatTypedEarly(typed.number, region) ?? typed.number;
    const number = shown.text;
    const phone = { number: number.trim(), extension: orNull(extension), label: orNull(label) };
    const isRead = phone.number !== "" && phone.number.length <= longest.number;
    const read = (isRead && formatter?.describePhone(number, region)) || null;
    // A number that came from the service may stay unchanged, even if it is not a possible one.
    const isPossible = phone.number === start?.number || (read?.possible ?? /\p{Nd}/u.test(number));
    return { shown, phone, read, isPossible };
  };
  const { shown, phone, read, isPossible } = readBy(reader);
  const number = shown.text;
  const empty = phone.number === "";
  // A letter already shows that this will not become a number; digits may still be missing.
  const isQuestioned = !empty && !isPossible && (asked || /\p{L}/u.test(number));
  const [isConfirmed, setConfirmed] = useState(false);
  const anyway = isQuestioned ? (reader?.sendAnywayLabel(number, format) ?? null) : null;
  const fits =
    phone.number.length <= longest.number &&
    (phone.extension ?? "").length <= longest.extension &&
    (phone.label ?? "").length <= longest.label;
  const isTyped = (other: Phone | null) =>
    phone.number === other?.number && phone.extension === other.extension && phone.label === other.label;
  const same = isTyped(start);
  const form = useRef<HTMLFormElement>(null);
  const isWaiting = useRef(false);
  const stage = (formatter: typeof reader) => {
    const now = readBy(formatter);
    setAsked(true);
    if (same) onCancel();
    else if (!empty && fits && (now.isPossible || (isConfirmed && anyway !== null)))
      onStage(now.phone, !now.isPossible);
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  };
  const submit = async () => {
    if (isWaiting.current) return;
    isWaiting.current = true;
    const formatter = await loadNumberFormat();
    isWaiting.current = false;
    stage(formatter);
  };
  return (
    <form
      ref={form}
      className={editorStyles["edit"]}
      onSubmit={(event) => {
        event.preventDefault();
        // A number that was typed before the formatter had loaded is formatted first.
        if (reader === null) void submit();
        else stage(reader);
      }}
    >
      <div className={styles["inputs"]} data-no-extension={!hasExtension || undefined}>
        <PartField
          label="Number"
          type="tel"
          onLeave={onLeave}
          dir="ltr"
          autoFocus
          value={number}
          error={
            asked && empty
              ? "Enter the number as the practice gives it."
              : isQuestioned && fits && (anyway === null || !isConfirmed)
                ? `This is not a possible phone number.${anyway === null && reader !== null ? ` ${reader.spellingText(number, format, region)}` : ""}`
                : tooLong(phone.number, longest.number)
          }
          {...(read === null || read.country === null
            ? {}
            : { end: <span className={styles["country"]}>{read.country}</span> })}
          onChange={({ target: { value } }) =>
            type({
              ...typed,
              number: reader === null ? numberTypedEarly(shown, value) : reader.numberAfterTyping(shown, value, region),
            })
          }
        />
        {hasExtension ? (
          <PartField
            label="Extension"
            onLeave={onLeave}
            inputMode="numeric"
            value={extension}
            error={tooLong(phone.extension, longest.extension)}
            onChange={(event) => type({ ...typed, extension: event.target.value })}
          />
        ) : null}
        {hasLabel ? (
          <PartField
            label="Label"
            onLeave={onLeave}
            dir="auto"
            list={labels}
            value={label}
            error={tooLong(phone.label, longest.label)}
            onChange={(event) => type({ ...typed, label: event.target.value })}
          />
        ) : null}
        {anyway !== null && fits ? (
          <CheckField
            label={anyway}
            help={reader?.spellingText(number, format, region) ?? ""}
            checked={isConfirmed}
            onChange={setConfirmed}
          />
        ) : null}
        <UsualLabels id={labels} />
      </div>
      <StageButtons busy={busy} onCancel={onCancel} />
      <span className={styles["understood"]} role="status">
        {read === null ? (
          "Enter it as the practice gives it. National numbers are read in " + region + "."
        ) : (
          <>
            <Icon name={read.valid ? "check" : "minus"} size={13} />
            {read.summary} {read.possible ? reader?.spellingText(number, format, region) : null}
          </>
        )}
        {isTyped(standard) ? " This is what the standard data says now." : null}
        {oddExtension ? " Extensions usually contain only digits; this one is kept as typed." : null}
      </span>
    </form>
  );
}

function UsualLabels({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {usualLabels.map((usual) => (
        <option key={usual} value={usual}>
          {usual}
        </option>
      ))}
    </datalist>
  );
}

function tooLong(text: string | null, most: number): ReactNode {
  const { length } = text ?? "";
  return length > most ? `At most ${most} characters; this has ${numberText(length)}.` : undefined;
}

/** One part of a phone. */
function PartField({ onLeave, ...field }: TextFieldProps & { onLeave: () => void }) {
  return <TextField {...field} autoComplete="off" onKeyDown={leaveOnEscape(onLeave)} />;
}

type NumberFormat = typeof import("./number-format.ts");

let loaded: NumberFormat | null = null;

/** The phone formatter, which is large; null where it cannot be loaded. */
async function loadNumberFormat(): Promise<NumberFormat | null> {
  // Without it numbers are simply not formatted.
  loaded ??= await import("./number-format.ts").catch(() => null);
  return loaded;
}

/** The phone formatter, loaded on first use; null until then. */
function useNumberFormat(): NumberFormat | null {
  const [reader, setReader] = useState(loaded);
  useEffect(() => {
    if (loaded === null) void loadNumberFormat().then(setReader);
  }, []);
  return reader;
}

/** The field's text while the formatter loads: digits that are typed one by one are formatted once it is there. */
function numberTypedEarly({ text, digits }: TypedNumber, changed: string): TypedNumber {
  const isTyped = digits !== null && changed.startsWith(text) && changed.length === text.length + 1;
  if (isTyped && /^\+?\d*$/.test(changed)) return { text: changed, digits: changed };
  return { text: changed, digits: changed === "" ? "" : null };
}
