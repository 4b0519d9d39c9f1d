import type { ListedConnection } from "@dc/contract";
import { TextField } from "#/ui/form/field.tsx";
import { wholeNumber } from "./connection-texts.ts";
import styles from "./connections.module.css";

/** The settings of a connection as they are typed. */
export interface TypedSettings {
  name: string;
  mode: "test" | "live";
  baseUrl: string;
  apiVersion: string;
  requestBudget: string;
  staleAfterHours: string;
  recordsAtOnce: string;
  typedName: string;
}

/** What one edits of them, as its field is labelled. */
export const settingLabels = [
  ["name", "Name"],
  ["mode", "Mode"],
  ["baseUrl", "Base address"],
  ["apiVersion", "API version"],
  ["requestBudget", "Request budget"],
  ["staleAfterHours", "A reading is old after"],
  ["recordsAtOnce", "Records sent at once"],
] as const satisfies readonly (readonly [keyof TypedSettings, string])[];

export const newSettings: TypedSettings = {
  name: "",
  mode: "test",
  baseUrl: "",
  apiVersion: "",
  requestBudget: "",
  staleAfterHours: "24",
  recordsAtOnce: "4",
  typedName: "",
};

export function typedSettingsOf(connection: ListedConnection): TypedSettings {
  return {
    name: connection.name,
    mode: connection.mode,
    baseUrl: connection.baseUrl,
    apiVersion: connection.fixedApiVersion ?? "",
    requestBudget: connection.requestBudget === null ? "" : String(connection.requestBudget),
    staleAfterHours: String(connection.staleAfterHours),
    recordsAtOnce: String(connection.recordsAtOnce),
    typedName: "",
  };
}

export interface ReadSettings {
  name: string;
  mode: "test" | "live";
  baseUrl: string;
  apiVersion: string | null;
  requestBudget: number | null;
  staleAfterHours: number;
  recordsAtOnce: number;
}

export type SettingErrors = { readonly [name in keyof TypedSettings]?: string | undefined };

/** The settings as the server takes them, or what is wrong with the fields. */
export function readSettings(typed: TypedSettings): { settings: ReadSettings } | { errors: SettingErrors } {
  const budget = wholeNumber(typed.requestBudget, { min: 1, max: 60_000 });
  const hours = wholeNumber(typed.staleAfterHours, { min: 1, max: 9_999 });
  const atOnce = wholeNumber(typed.recordsAtOnce, { min: 1, max: 64 });
  const isBudgetWrong = typed.requestBudget.trim() !== "" && budget === null;
  const isVersionWrong = typed.apiVersion.trim() !== "" && !/^\d{4}-\d{2}-\d{2}$/.test(typed.apiVersion.trim());
  const errors: SettingErrors = {
    ...(typed.name.trim() === "" ? { name: "Enter a name that colleagues will recognise." } : {}),
    ...(typed.baseUrl.trim() === ""
      ? { baseUrl: "Enter the address of the service, such as https://api.example.org." }
      : {}),
    ...(isVersionWrong ? { apiVersion: "Enter a date such as 2026-09-01, or nothing." } : {}),
    ...(isBudgetWrong ? { requestBudget: "Enter a whole number from 1 to 60000, or nothing." } : {}),
    ...(hours === null ? { staleAfterHours: "Enter a whole number of hours from 1 to 9999." } : {}),
    ...(atOnce === null ? { recordsAtOnce: "Enter a whole number from 1 to 64." } : {}),
  };
  if (hours === null || atOnce === null || Object.keys(errors).length > 0) return { errors };
  return {
    settings: {
      name: typed.name.trim(),
      mode: typed.mode,
      baseUrl: typed.baseUrl.trim(),
      apiVersion: typed.apiVersion.trim() === "" ? null : typed.apiVersion.trim(),
      requestBudget: budget,
      staleAfterHours: hours,
      recordsAtOnce: atOnce,
    },
  };
}

export interface SettingsFieldsProps {
  typed: TypedSettings;
  onType: (changed: Partial<TypedSettings>) => void;
  errors: SettingErrors;
}

export function NameField({ typed, onType, errors, focused = false }: SettingsFieldsProps & { focused?: boolean }) {
  return (
    <TextField
      label="Name"
      data-autofocus={focused || undefined}
      maxLength={80}
      value={typed.name}
      onChange={(event) => onType({ name: event.target.value })}
      error={errors.name}
    />
  );
}

export function AddressField({ typed, onType, errors }: SettingsFieldsProps) {
  return (
    <TextField
      label="Base address"
      mono
      inputMode="url"
      autoCapitalize="off"
      spellCheck={false}
      placeholder="https://api.example.org"
      help="The operator’s list says which addresses may be used."
      value={typed.baseUrl}
      onChange={(event) => onType({ baseUrl: event.target.value })}
      error={errors.baseUrl}
    />
  );
}

export function VersionField({ typed, onType, errors }: SettingsFieldsProps) {
  return (
    <TextField
      label="API version"
      optional
      mono
      placeholder="of the profile"
      value={typed.apiVersion}
      onChange={(event) => onType({ apiVersion: event.target.value })}
      error={errors.apiVersion}
    />
  );
}

export function LimitFields({ typed, onType, errors }: SettingsFieldsProps) {
  return (
    <div className={styles["pair"]}>
      <TextField
        label="Request budget"
        optional
        inputMode="numeric"
        placeholder="no limit"
        help="Calls a minute at most."
        value={typed.requestBudget}
        onChange={(event) => onType({ requestBudget: event.target.value })}
        error={errors.requestBudget}
      />
      <TextField
        label="A reading is old after"
        inputMode="numeric"
        help="Hours."
        value={typed.staleAfterHours}
        onChange={(event) => onType({ staleAfterHours: event.target.value })}
        error={errors.staleAfterHours}
      />
      <TextField
        label="Records sent at once"
        inputMode="numeric"
        help="Of a change set, once its first write is proven."
        value={typed.recordsAtOnce}
        onChange={(event) => onType({ recordsAtOnce: event.target.value })}
        error={errors.recordsAtOnce}
      />
    </div>
  );
}

/** A live connection is saved only after its name was typed. */
export function TypedNameField({ typed, onType, errors }: SettingsFieldsProps) {
  return (
    <TextField
      label={`Type “${typed.name.trim() === "" ? "the name" : typed.name.trim()}” to save a live connection`}
      autoComplete="off"
      help="What is applied in a live connection is real."
      value={typed.typedName}
      onChange={(event) => onType({ typedName: event.target.value })}
      error={errors.typedName}
    />
  );
}
