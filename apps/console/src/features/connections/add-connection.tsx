import type { AddConnectionInput, ApprovalSettings, ListedConnection, TestConnectionInput } from "@dc/contract";
import { parseJson } from "@dc/directory/parse-json";
import { useState } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { Note } from "#/marks/note.tsx";
import { Button } from "#/ui/form/button.tsx";
import { SelectField, TextAreaField, TextField } from "#/ui/form/field.tsx";
import { PasswordField } from "#/ui/form/password-field.tsx";
import { useUnsavedInput } from "#/ui/form/unsaved-input.ts";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { ApprovalFields } from "./approval-fields.tsx";
import { ModeCards } from "./mode-cards.tsx";
import { useAddConnection, useTestConnection } from "./mutations.ts";
import {
  AddressField,
  LimitFields,
  NameField,
  newSettings,
  readSettings,
  type SettingErrors,
  TypedNameField,
  type TypedSettings,
  VersionField,
} from "./settings-fields.tsx";
import { TestCard } from "./test-card.tsx";
import styles from "./connections.module.css";

type ProfileChoice = "default" | "with-writes" | "pasted";

interface TypedConnection extends TypedSettings {
  profile: ProfileChoice;
  profileText: string;
  schedule: string;
  approvals: ApprovalSettings;
}

const noApprovals: ApprovalSettings = { required: 0, ownCounts: false, reasonRequired: true, applyAgeHours: null };
const start: TypedConnection = {
  ...newSettings,
  profile: "default",
  profileText: "",
  schedule: "",
  approvals: noApprovals,
};
const isStart = (typed: TypedConnection) => JSON.stringify(typed) === JSON.stringify(start);

const profileOptions: readonly { value: ProfileChoice; label: string }[] = [
  { value: "default", label: "documented, as shipped" },
  { value: "with-writes", label: "with writes, as shipped" },
  { value: "pasted", label: "pasted" },
];

type Access = Pick<TestConnectionInput, "mode" | "baseUrl" | "apiKey" | "apiVersion" | "profile">;

function readProfile(typed: TypedConnection): Access["profile"] | null {
  if (typed.profile !== "pasted") return typed.profile;
  try {
    const content: unknown = parseJson(typed.profileText);
    if (typeof content === "object" && content !== null && !Array.isArray(content))
      return content as Extract<Access["profile"], object>;
  } catch {
    // Shown as the field's error.
  }
  return null;
}

/** What a test is about, as one text. */
function accessOf(typed: TypedConnection, apiKey: string): string {
  return JSON.stringify({
    mode: typed.mode,
    baseUrl: typed.baseUrl.trim(),
    apiKey: apiKey.trim(),
    apiVersion: typed.apiVersion.trim() === "" ? null : typed.apiVersion.trim(),
    profile: readProfile(typed),
  });
}

/** Adds a connection. A live one is tested before it is saved, another one if one likes. The key is kept nowhere until then. */
export function AddConnection({ onAdded }: { onAdded: (added: ListedConnection) => void }) {
  const [typed, setTyped] = useUnsavedInput("add a connection", start, isStart);
  const [apiKey, setApiKey] = useState("");
  const [wrong, setWrong] = useState<SettingErrors & { apiKey?: string; profile?: string }>({});
  const [tested, setTested] = useState<string | null>(null);
  const test = useTestConnection();
  const add = useAddConnection();
  const refusals = [add.error, test.error].filter((error) => error instanceof BffError);
  const refusedAt = (pointer: string) =>
    refusals.map((error) => error.fieldError(pointer)).find((text) => text !== undefined);
  const profileRefusal = refusals
    .flatMap(({ problem }) => problem.errors ?? [])
    .filter(({ pointer }) => pointer.startsWith("/profile"))
    .map(({ pointer, detail }) => `${pointer.slice("/profile".length)} ${detail}`.trim())
    .join("; ");
  const errors: SettingErrors & { apiKey?: string | undefined; profile?: string | undefined } = {
    name: wrong.name ?? refusedAt("/name"),
    baseUrl: wrong.baseUrl ?? refusedAt("/baseUrl"),
    apiVersion: wrong.apiVersion ?? refusedAt("/apiVersion"),
    requestBudget: wrong.requestBudget ?? refusedAt("/requestBudget"),
    staleAfterHours: wrong.staleAfterHours ?? refusedAt("/staleAfterHours"),
    recordsAtOnce: wrong.recordsAtOnce ?? refusedAt("/recordsAtOnce"),
    typedName: wrong.typedName ?? refusedAt("/typedName"),
    apiKey: wrong.apiKey ?? refusedAt("/apiKey"),
    profile: wrong.profile ?? (profileRefusal === "" ? undefined : profileRefusal),
  };
  const forgetRefusals = () => {
    // What was refused was something else.
    if (test.isError) test.reset();
    if (add.isError) add.reset();
  };
  const type = (changed: Partial<TypedConnection>) => {
    forgetRefusals();
    setTyped((was) => ({ ...was, ...changed }));
  };

  /** What is typed, as the server takes it; null after the fields were told what is wrong. */
  function read(forTest: boolean): Omit<AddConnectionInput, "typedName" | "untested"> | null {
    const settings = readSettings(forTest && typed.name.trim() === "" ? { ...typed, name: "-" } : typed);
    const profile = readProfile(typed);
    const problems = {
      ...("errors" in settings ? settings.errors : {}),
      ...(apiKey.trim() === "" ? { apiKey: "Enter the developer key of the service." } : {}),
      ...(profile === null ? { profile: "Paste the profile as a JSON object." } : {}),
    };
    setWrong(problems);
    if ("errors" in settings || profile === null || apiKey.trim() === "") return null;
    return { ...settings.settings, apiKey: apiKey.trim(), profile, approvals: typed.approvals };
  }

  const tryIt = () => {
    const input = read(true);
    if (input === null) return;
    const { mode, baseUrl, apiVersion, profile } = input;
    const access: Access = { mode, baseUrl, apiKey: input.apiKey, apiVersion, profile };
    const schedule = typed.schedule.trim();
    test.mutate(
      { ...access, ...(schedule === "" ? {} : { schedule }) },
      { onSuccess: () => setTested(JSON.stringify(access)) },
    );
  };
  const save = (untested = false) => {
    if (add.isPending) return;
    const input = read(false);
    if (input === null) return;
    if (input.mode === "live" && typed.typedName !== input.name) {
      setWrong({ typedName: `Type “${input.name}”, exactly as above.` });
      return;
    }
    add.mutate(
      { ...input, untested, typedName: input.mode === "live" ? typed.typedName : null },
      {
        onSuccess: (added) => {
          setTyped(start);
          onAdded(added);
        },
      },
    );
  };
  useShortcuts([{ keys: "mod+enter", label: "Save the connection", whileTyping: true, run: () => save() }]);
  const fields = { typed, errors, onType: type };
  const now = accessOf(typed, apiKey);
  const saysWhere = Object.values(errors).some((error) => error !== undefined);
  return (
    <div className={styles["add"]}>
      <form
        className={styles["stack"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <NameField {...fields} focused />
        <ModeCards mode={typed.mode} onChange={(mode) => type({ mode })} />
        <AddressField {...fields} />
        <div className={styles["pair"]}>
          <PasswordField
            label="Key"
            autoComplete="off"
            help="Stored encrypted; never shown again."
            value={apiKey}
            onChange={(event) => {
              forgetRefusals();
              setApiKey(event.target.value);
            }}
            error={errors.apiKey}
          />
          <VersionField {...fields} />
        </div>
        <ProfileFields typed={typed} error={errors.profile} onType={type} />
        <LimitFields {...fields} />
        <TextField
          label="A schedule that the test reads"
          optional
          mono
          spellCheck={false}
          help="Its id in the service. Without one the test asks whether the key is accepted, and reads no record."
          value={typed.schedule}
          onChange={(event) => type({ schedule: event.target.value })}
        />
        <ApprovalFields
          approvals={typed.approvals}
          onChange={(changed) => type({ approvals: { ...typed.approvals, ...changed } })}
        />
        {typed.mode === "live" ? <TypedNameField {...fields} /> : null}
        {saysWhere ? null : <CommandFailure error={add.error} />}
        <div className="buttons">
          <Button type="submit" variant="filled" loading={add.isPending} rightSection={<Kbd keys="mod+enter" hint />}>
            {typed.mode === "test" ? "Save test connection" : "Test and save live connection"}
          </Button>
          {add.error instanceof BffError && add.error.code === "service_unreachable" ? (
            <Button variant="subtle" loading={add.isPending} onClick={() => save(true)}>
              Save live connection untested
            </Button>
          ) : null}
        </div>
      </form>
      <TestCard
        test={test.data ?? null}
        isOutdated={tested !== now}
        busy={test.isPending}
        failure={test.error === null || saysWhere ? null : <Note kind="failed">{errorSentence(test.error)}</Note>}
        onTest={tryIt}
      />
    </div>
  );
}

interface ProfileFieldsProps {
  typed: TypedConnection;
  error: string | undefined;
  onType: (changed: Partial<TypedConnection>) => void;
}

function ProfileFields({ typed, error, onType }: ProfileFieldsProps) {
  return (
    <>
      <SelectField
        label="Profile"
        help="Says how this service spells what its interface leaves open."
        value={typed.profile}
        options={profileOptions}
        onChange={(chosen) => onType({ profile: chosen })}
        error={typed.profile === "pasted" ? undefined : error}
      />
      {typed.profile === "pasted" ? (
        <TextAreaField
          label="The profile"
          mono
          rows={8}
          spellCheck={false}
          value={typed.profileText}
          onChange={(event) => onType({ profileText: event.target.value })}
          error={error}
        />
      ) : null}
    </>
  );
}
