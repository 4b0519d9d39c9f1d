import type { ReferrerPage } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, type ReactNode } from "react";
import { bff } from "#/api/bff.ts";
import type { BffError } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { detailsOfEqualNames, referrerDetail, type ToldApart } from "./referrer-details.ts";
import styles from "./referrer-field.module.css";
import { isReferrerNameMissing, noReferrer, typedReferrer, type TypedReferrer } from "./typed-referrer.ts";

const mostOffered = 6;

export interface ReferrerFieldProps {
  label: string;
  practitionerLabel: string;
  help?: ReactNode;
  optional?: boolean;
  autoFocus?: boolean;
  value: TypedReferrer;
  onChange: (value: TypedReferrer) => void;
  refused: BffError | null;
}

/** Chooses a known referrer by its id, or takes the name of a new one. A name alone never stands for a known one. */
export function ReferrerField(props: ReferrerFieldProps) {
  const { label, practitionerLabel, help, optional = false, autoFocus = false, value, onChange, refused } = props;
  const isChosen = value.id !== null;
  const name = useDeferredValue(value.name.trim());
  const { data } = useQuery({
    queryKey: ["referrers", "named", name],
    queryFn: ({ signal }) => bff.get<ReferrerPage>("/referrers", { query: { q: name, limit: mostOffered }, signal }),
    enabled: !isChosen && name !== "",
    placeholderData: keepPreviousData,
  });
  const inUse = (refused?.problem.existing ?? []).filter((referrer) => referrer.name === value.name.trim());
  const asks = !isChosen && !value.createAnother && inUse.length > 0;
  const offered: readonly ToldApart[] =
    isChosen || value.createAnother || value.name.trim() === "" ? [] : asks ? inUse : (data?.items ?? []);
  const details = detailsOfEqualNames(offered);
  const error = isReferrerNameMissing(value)
    ? "Enter the referrer’s name as well."
    : asks
      ? "There is a referrer of this name. Choose it, or create another."
      : isChosen || inUse.length > 0
        ? refused?.fieldError("/referrer/id")
        : (refused?.fieldError("/referrer/name") ?? refused?.fieldError("/referrer"));
  return (
    <div className={styles["pair"]}>
      <TextField
        label={label}
        optional={optional}
        autoComplete="off"
        autoFocus={autoFocus}
        maxLength={maxLength.name}
        value={value.name}
        onChange={({ target }) => {
          // Whoever types means somebody else than the one that was chosen.
          const before = isChosen ? noReferrer : value;
          onChange({ ...before, name: target.value, createAnother: false });
        }}
        help={isChosen ? "A known referrer. Type to name another one." : help}
        error={error}
      />
      <TextField
        label={practitionerLabel}
        optional
        mono
        autoComplete="off"
        spellCheck={false}
        readOnly={isChosen}
        value={value.practitionerId}
        onChange={({ target }) => onChange({ ...value, practitionerId: target.value })}
        help={isChosen ? "It is changed under Referrers." : "If the service has one."}
        error={isChosen ? undefined : refused?.fieldError("/referrer/practitionerId")}
      />
      {offered.length === 0 ? null : (
        <div role="group" aria-label="Known referrers" className={styles["known"]}>
          {asks ? null : <span>Known:</span>}
          {offered.map((referrer) => (
            <Button key={referrer.id} size="xs" onClick={() => onChange(typedReferrer(referrer))}>
              <bdi>{referrer.name}</bdi>, {details.get(referrer.id) ?? referrerDetail(referrer)}
            </Button>
          ))}
          {asks ? (
            <Button size="xs" variant="subtle" onClick={() => onChange({ ...value, createAnother: true })}>
              Create another
            </Button>
          ) : null}
        </div>
      )}
      {value.createAnother ? <div className={styles["known"]}>Another referrer of this name will be added.</div> : null}
    </div>
  );
}
