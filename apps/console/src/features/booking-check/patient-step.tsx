import type { CreatePatientInput, Patient } from "@dc/contract";
import { useState, type SubmitEvent } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { BffError, errorSentence } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { Note } from "#/marks/note.tsx";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import styles from "./booking-check.module.css";
import { isOutcomeOpen, useCreatePatient, useFindPatients } from "./mutations.ts";

export interface PatientStepProps {
  patient: Patient | null;
  /** The plan under check, which a new patient gets unless another is typed. */
  planId: string | null;
  planName: (id: string) => string;
  onPatient: (patient: Patient | null) => void;
}

// Patient data stays in this component, and browsers are asked not to store it.
const notRemembered = { autoComplete: "off", spellCheck: false, "data-1p-ignore": true } as const;

const nameOfPatient = ({ firstName, lastName, id }: Patient) =>
  [firstName, lastName].filter((part) => part !== null && part !== "").join(" ") || id;

/** Finds the patient by name and date of birth, or creates one. */
export function PatientStep({ patient, planId, planName, onPatient }: PatientStepProps) {
  const [way, setWay] = useState<"find" | "create">("find");
  const [open, setOpen] = useState<string | null>(null);
  // Kept here and not in the form, so that it survives closing the form.
  const create = useCreatePatient();
  const send: CreateFormProps["onCreate"] = (input) =>
    create.mutate(input, {
      onSuccess: (made) => (made.outcome === "created" ? onPatient(made.patient) : setOpen(made.why)),
      onError: (error) => isOutcomeOpen(error) && setOpen(errorSentence(error)),
    });
  if (patient !== null)
    return (
      <div className={styles["patient"]}>
        <p>
          <b>
            <bdi>{nameOfPatient(patient)}</bdi>
          </b>{" "}
          {patient.dateOfBirth === null ? null : <span>born {patient.dateOfBirth}</span>}
          <br />
          <span className="quiet">
            {patient.insuranceId === null ? "No insurance given" : planName(patient.insuranceId)}
          </span>
        </p>
        <Button
          size="xs"
          onClick={() => {
            setWay("find");
            setOpen(null);
            create.reset();
            onPatient(null);
          }}
        >
          Clear this patient
        </Button>
      </div>
    );
  return (
    <>
      <SegmentedControl
        label="The patient"
        small
        value={way}
        options={[
          { value: "find", label: "Find", disabled: create.isPending },
          { value: "create", label: "Create in test", disabled: create.isPending },
        ]}
        onChange={setWay}
      />
      {way === "find" ? (
        <FindForm onPatient={onPatient} planName={planName} />
      ) : open === null ? (
        <CreateForm planId={planId} planName={planName} busy={create.isPending} error={create.error} onCreate={send} />
      ) : (
        <Note kind="unknown" live>
          Unknown: {open} The patient may exist; it is not sent again. Look for it under Find.
        </Note>
      )}
      <p className="quiet">The console doesn’t store patient data. It is cleared when you leave this page.</p>
    </>
  );
}

function FindForm({ onPatient, planName }: Pick<PatientStepProps, "onPatient" | "planName">) {
  const [name, setName] = useState("");
  const [dateOfBirth, setDateOfBirth] = useState("");
  const [tried, setTried] = useState(false);
  const find = useFindPatients();
  const refused = find.error instanceof BffError ? find.error : null;
  const forgetAnswer = () => {
    // It was about somebody else.
    if (!find.isIdle && !find.isPending) find.reset();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === "" || dateOfBirth === "") return;
    find.mutate(
      { name: name.trim(), dateOfBirth },
      { onSuccess: ({ items }) => items.length === 1 && onPatient(items[0] ?? null) },
    );
  };
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate autoComplete="off">
      <TextField
        {...notRemembered}
        label="Name"
        value={name}
        onChange={(event) => {
          forgetAnswer();
          setName(event.target.value);
        }}
        error={tried && name.trim() === "" ? "Enter first and last name." : refused?.fieldError("/name")}
      />
      <TextField
        {...notRemembered}
        label="Date of birth"
        type="date"
        value={dateOfBirth}
        onChange={(event) => {
          forgetAnswer();
          setDateOfBirth(event.target.value);
        }}
        error={tried && dateOfBirth === "" ? "Enter the date of birth." : refused?.fieldError("/dateOfBirth")}
      />
      <Button type="submit" loading={find.isPending}>
        Find the patient
      </Button>
      <CommandFailure error={find.error} />
      {find.data?.items.length === 0 ? (
        <Note kind="plain" live>
          No patient found with this name and date of birth. Check the spelling, or create one.
        </Note>
      ) : null}
      {(find.data?.items.length ?? 0) > 1 ? (
        <ul className={styles["found"]} aria-label="Patients found">
          {find.data?.items.map((patient) => (
            <li key={patient.id}>
              <button type="button" onClick={() => onPatient(patient)}>
                <bdi>{nameOfPatient(patient)}</bdi>{" "}
                <span>{patient.insuranceId === null ? "no insurance given" : planName(patient.insuranceId)}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </form>
  );
}

interface CreateFormProps extends Pick<PatientStepProps, "planId" | "planName"> {
  busy: boolean;
  error: Error | null;
  onCreate: (input: Omit<CreatePatientInput, "attemptId">) => void;
}

function CreateForm({ planId, planName, busy, error, onCreate }: CreateFormProps) {
  const [firstName, setFirstName] = useState("");
  const [lastName, setLastName] = useState("");
  const [dateOfBirth, setDateOfBirth] = useState("");
  const [typed, setTyped] = useState<string | null>(null);
  const insuranceId = typed ?? planId ?? "";
  const [tried, setTried] = useState(false);
  const refused = error instanceof BffError ? error : null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if ([firstName, lastName, dateOfBirth, insuranceId].some((part) => part.trim() === "")) return;
    onCreate({ firstName: firstName.trim(), lastName: lastName.trim(), dateOfBirth, insuranceId: insuranceId.trim() });
  };
  const missing = (value: string, words: string) => (tried && value.trim() === "" ? words : undefined);
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate autoComplete="off">
      <TextField
        {...notRemembered}
        label="First name"
        value={firstName}
        onChange={(event) => setFirstName(event.target.value)}
        error={missing(firstName, "Enter a first name.") ?? refused?.fieldError("/firstName")}
      />
      <TextField
        {...notRemembered}
        label="Last name"
        value={lastName}
        onChange={(event) => setLastName(event.target.value)}
        error={missing(lastName, "Enter a last name.") ?? refused?.fieldError("/lastName")}
      />
      <TextField
        {...notRemembered}
        label="Date of birth"
        type="date"
        value={dateOfBirth}
        onChange={(event) => setDateOfBirth(event.target.value)}
        error={missing(dateOfBirth, "Enter the date of birth.") ?? refused?.fieldError("/dateOfBirth")}
      />
      <TextField
        {...notRemembered}
        mono
        label="Insurance id"
        value={insuranceId}
        onChange={(event) => setTyped(event.target.value)}
        help={
          insuranceId === ""
            ? "Choose a plan above, or type its id."
            : planName(insuranceId) === insuranceId
              ? undefined
              : planName(insuranceId)
        }
        error={missing(insuranceId, "Choose a plan above, or type its id.") ?? refused?.fieldError("/insuranceId")}
      />
      <Button type="submit" loading={busy}>
        Create the patient in test
      </Button>
      <CommandFailure error={error} fields="any" />
    </form>
  );
}
