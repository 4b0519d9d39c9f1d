import { maxLength } from "@dc/contract/limits";
import { describePhone, knownParts, spellingText, shapeOf } from "@dc/directory";
import { Fragment, useId, useState, type ReactNode } from "react";
import { PlanPicker } from "#/plan-choice/plan-picker.tsx";
import { Button } from "#/ui/form/button.tsx";
import { CheckField } from "#/ui/form/check-field.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { LanguageTextFields, type PartText } from "#/features/practitioners/parts/language-text-fields.tsx";
import { PartInput } from "#/features/practitioners/parts/part-text-fields.tsx";
import { MemberField } from "#/features/practitioners/sets/member-field.tsx";
import { Note } from "#/marks/note.tsx";
import { MemberChip } from "#/marks/member-chip.tsx";
import { controlOf } from "#/kinds/kinds.ts";
import { ValueField } from "#/record/value-field.tsx";
import {
  formOf,
  type Meaning,
  needsConfirmation,
  phoneProblem,
  type TypedFields,
  type TypedPhone,
} from "./fields-to-create.ts";
import { sendAnywayLabel } from "#/features/practitioners/phones/number-format.ts";
import styles from "./record-forms.module.css";

export interface KnownRecord {
  type: string;
  id: string;
  name: string | null;
}

export interface RecordFieldsProps {
  meanings: readonly Meaning[];
  typed: TypedFields;
  onType: (typed: TypedFields) => void;
  errors: { readonly [key: string]: string };
  /** Keys of the meanings that a new record must have. */
  required: ReadonlySet<string>;
  /** Help below a field. */
  helpOf: (meaning: Meaning) => string | undefined;
  /** Records that a reference can name. */
  known: readonly KnownRecord[];
  region: string;
}

/** A form field for each meaning that the record owns. */
export function RecordFields(props: RecordFieldsProps) {
  const { meanings, typed, onType, errors, required, helpOf, known, region } = props;
  const [first] = meanings;
  return meanings.map((meaning) => {
    const { key, kind } = meaning;
    const field = { meaning, required: required.has(key), error: errors[key] };
    const shape = shapeOf(kind);
    if (shape === "members")
      return (
        <MembersField
          key={key}
          {...field}
          known={known}
          members={typed.members[key] ?? []}
          onChange={(members) => onType({ ...typed, members: { ...typed.members, [key]: members } })}
        />
      );
    if (shape === "keyed")
      return (
        <PhonesField
          key={key}
          {...field}
          phones={typed.phones[key] ?? []}
          region={region}
          onChange={(phones) => onType({ ...typed, phones: { ...typed.phones, [key]: phones } })}
        />
      );
    if (shape === "parts") {
      const Fields = knownParts(kind) === null ? TextsField : PartsField;
      return (
        <Fields
          key={key}
          {...field}
          texts={typed.parts?.[key] ?? []}
          onChange={(texts) => onType({ ...typed, parts: { ...typed.parts, [key]: texts } })}
        />
      );
    }
    if (controlOf(kind).row === "by rules")
      return (
        <ValueField
          key={key}
          label={meaning.label}
          form={formOf(meaning)}
          typed={typed.texts[key] ?? ""}
          onType={(value) => onType({ ...typed, texts: { ...typed.texts, [key]: value } })}
          optional={!field.required}
          input={{ required: field.required, ...(meaning === first ? { "data-autofocus": true } : {}) }}
          {...frameOf(errors[key], helpOf(meaning) ?? controlOf(meaning.kind).help(formOf(meaning)))}
        />
      );
    return (
      <OneText
        key={key}
        {...field}
        first={meaning === first}
        value={typed.texts[key] ?? ""}
        help={helpOf(meaning)}
        known={known.filter(({ type }) => type === meaning.refersTo)}
        onChange={(value) => onType({ ...typed, texts: { ...typed.texts, [key]: value } })}
      />
    );
  });
}

function frameOf(error: string | undefined, help: string | undefined): { error?: string; help?: string } {
  if (error !== undefined) return { error };
  return help === undefined ? {} : { help };
}

interface FieldProps {
  meaning: Meaning;
  required: boolean;
  error: string | undefined;
}

/** The fields of a meaning with several values. */
function FieldGroup({ meaning, required, error, children }: FieldProps & { children: ReactNode }) {
  return (
    <fieldset className={styles["group"]}>
      <legend>
        {meaning.label} {required ? null : <span>optional</span>}
      </legend>
      {error === undefined ? null : (
        <Note kind="failed" live>
          {error}
        </Note>
      )}
      {children}
    </fieldset>
  );
}

interface TextsFieldProps extends FieldProps {
  texts: readonly PartText[];
  onChange: (texts: readonly PartText[]) => void;
}

/** The texts that a record is created with, one for each language. */
function TextsField({ texts, onChange, ...field }: TextsFieldProps) {
  return (
    <FieldGroup {...field}>
      {texts.map((text, index) => (
        <Fragment key={index}>
          <LanguageTextFields
            label={field.meaning.label}
            typed={text}
            onType={(next) => onChange(texts.map((languageText, place) => (place === index ? next : languageText)))}
            errors={{}}
          />
          <div>
            <Button size="sm" variant="subtle" onClick={() => onChange(texts.filter((_one, place) => place !== index))}>
              Remove this text
            </Button>
          </div>
        </Fragment>
      ))}
      <div>
        <Button
          size="sm"
          leftSection={<Icon name="plus" />}
          onClick={() => onChange([...texts, { part: "", text: "" }])}
        >
          Add a language
        </Button>
      </div>
    </FieldGroup>
  );
}

/** The parts that a record is created with, an input for each. */
function PartsField({ texts, onChange, ...field }: TextsFieldProps) {
  const { kind } = field.meaning;
  return (
    <FieldGroup {...field}>
      {knownParts(kind)?.map((part) => (
        <PartInput
          key={part}
          kind={kind}
          part={part}
          value={texts.find((typed) => typed.part === part)?.text ?? ""}
          onType={(text) => onChange([...texts.filter((typed) => typed.part !== part), { part, text }])}
        />
      ))}
    </FieldGroup>
  );
}

interface OneTextProps extends FieldProps {
  first: boolean;
  value: string;
  help: string | undefined;
  known: readonly KnownRecord[];
  onChange: (value: string) => void;
}

function OneText({ meaning, first, required, value, error, help, known, onChange }: OneTextProps) {
  const listId = useId();
  const zones = meaning.key === "timeZone" ? Intl.supportedValuesOf("timeZone") : [];
  const isReference = meaning.refersTo !== null;
  const chosen = known.find(({ id }) => id === value.trim());
  const says = chosen?.name ?? help;
  return (
    <>
      <TextField
        label={isReference ? `${meaning.label}, by id` : meaning.label}
        optional={!required}
        required={required}
        dir={isReference ? "ltr" : "auto"}
        mono={isReference}
        spellCheck={false}
        autoComplete="off"
        maxLength={500}
        {...(first ? { "data-autofocus": true } : {})}
        {...(zones.length + known.length > 0 ? { list: listId } : {})}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...frameOf(error, says)}
      />
      {zones.length + known.length === 0 ? null : (
        <datalist id={listId}>
          {zones.map((zone) => (
            <option key={zone} value={zone} aria-label={zone} />
          ))}
          {known.map(({ id, name }) => (
            <option key={id} value={id} aria-label={name ?? id}>
              {name ?? id}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}

interface MembersFieldProps extends FieldProps {
  known: readonly KnownRecord[];
  members: readonly string[];
  onChange: (members: readonly string[]) => void;
}

/** The members that a set is created with: plans from the catalogue, words and ids by typing them. */
function MembersField({ known, members, onChange, ...field }: MembersFieldProps) {
  const { labelInSentence, setContent, holdsOne } = field.meaning;
  const isOfPlans = setContent === null || setContent === "plans";
  const noun = isOfPlans ? (holdsOne ? "plan" : "plans") : labelInSentence;
  const verb = holdsOne && members.length > 0 ? "Replace" : "Add";
  const choose = (id: string) => onChange(holdsOne ? [id] : [...members, id]);
  const [choosing, setChoosing] = useState(false);
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const toggle = (id: string) =>
    members.includes(id) ? onChange(members.filter((member) => member !== id)) : choose(id);
  return (
    <FieldGroup {...field}>
      {members.length === 0 ? (
        <p className="quiet">None yet. You can also add {noun} later.</p>
      ) : (
        <div className={styles["chips"]}>
          {members.map((id) => (
            <MemberChip
              key={id}
              kind="plain"
              name={names.get(id) ?? id}
              onRemove={() => toggle(id)}
              removeLabel={`Remove ${names.get(id) ?? id}`}
            />
          ))}
        </div>
      )}
      {choosing ? (
        <>
          {isOfPlans ? (
            <PlanPicker
              label={`${holdsOne ? "Choose" : "Add to"} ${labelInSentence}`}
              help="By payer, plan name or id."
              optionOf={(plan) => ({
                on: members.includes(plan.id),
                verb: members.includes(plan.id) ? "Remove" : verb,
              })}
              onChoose={(plan) => {
                if (plan.name !== null) setNames(new Map(names).set(plan.id, plan.name));
                toggle(plan.id);
              }}
              onLeave={() => setChoosing(false)}
            />
          ) : (
            <MemberField
              label={`${holdsOne ? "Choose" : "Add to"} ${noun}`}
              verb={verb}
              holds={setContent === "words" ? "words" : "ids"}
              help={setContent === "words" ? "Written as the service has it." : `By id of a ${setContent.recordsOf}.`}
              members={members}
              known={setContent === "words" ? [] : known.filter(({ type }) => type === setContent.recordsOf)}
              onAdd={choose}
              onLeave={() => setChoosing(false)}
            />
          )}
          <div>
            <Button size="sm" onClick={() => setChoosing(false)}>
              Done with {noun}
            </Button>
          </div>
        </>
      ) : (
        <div>
          <Button size="sm" leftSection={<Icon name="plus" />} onClick={() => setChoosing(true)}>
            {verb} {noun}
          </Button>
        </div>
      )}
    </FieldGroup>
  );
}

const noPhone: TypedPhone = { number: "", extension: "", label: "" };

interface PhonesFieldProps extends FieldProps {
  phones: readonly TypedPhone[];
  region: string;
  onChange: (phones: readonly TypedPhone[]) => void;
}

function PhonesField({ meaning, phones, region, required, error, onChange }: PhonesFieldProps) {
  const { phoneParts } = meaning;
  const format = phoneParts?.format ?? "as-typed";
  const type = (index: number, part: Partial<TypedPhone>) =>
    onChange(phones.map((phone, place) => (place === index ? { ...phone, ...part } : phone)));
  const anywayLabelOf = (phone: TypedPhone) =>
    needsConfirmation(phone, region) ? sendAnywayLabel(phone.number, format) : null;
  const isToConfirm = phones.some((phone) => needsConfirmation(phone, region));
  return (
    <FieldGroup meaning={meaning} required={required} error={isToConfirm ? undefined : error}>
      {phones.map((phone, index) => (
        <div key={index} className={styles["phone"]} data-no-extension={phoneParts?.extension === false || undefined}>
          <TextField
            label={`Number ${index + 1}`}
            type="tel"
            dir="ltr"
            autoComplete="off"
            autoFocus={index > 0 || phone.number === ""}
            maxLength={maxLength.phoneNumber}
            value={phone.number}
            help={
              phone.number.trim() === ""
                ? undefined
                : `${describePhone(phone.number, region).summary} ${spellingText(phone.number, format, region)}`
            }
            error={error === undefined ? undefined : phoneProblem(phone, format, region)}
            onChange={(event) => type(index, { number: event.target.value })}
          />
          {anywayLabelOf(phone) !== null && (error !== undefined || phone.asItStands !== undefined) ? (
            <CheckField
              label={anywayLabelOf(phone) ?? ""}
              help={spellingText(phone.number, format, region)}
              checked={phone.asItStands === true}
              onChange={(asItStands) => type(index, { asItStands })}
            />
          ) : null}
          {phoneParts?.extension === false ? null : (
            <TextField
              label="Extension"
              inputMode="numeric"
              autoComplete="off"
              maxLength={maxLength.phoneExtension}
              value={phone.extension}
              onChange={(event) => type(index, { extension: event.target.value })}
            />
          )}
          {phoneParts?.label === false ? null : (
            <TextField
              label="Label"
              autoComplete="off"
              dir="auto"
              maxLength={maxLength.phoneLabel}
              value={phone.label}
              onChange={(event) => type(index, { label: event.target.value })}
            />
          )}
          <Button
            size="sm"
            variant="subtle"
            aria-label={`Remove number ${index + 1}`}
            onClick={() => onChange(phones.filter((_, place) => place !== index))}
          >
            <Icon name="cross" />
          </Button>
        </div>
      ))}
      {meaning.holdsOne && phones.length > 0 ? null : (
        <div>
          <Button size="sm" leftSection={<Icon name="plus" />} onClick={() => onChange([...phones, noPhone])}>
            Add phone
          </Button>
        </div>
      )}
    </FieldGroup>
  );
}
