import type { CheckProfileInput } from "@dc/contract";
import type { SubmitEvent } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { Age } from "#/ui/display/age.tsx";
import { Permitted } from "#/connection/permissions.tsx";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { ProfileReadingView } from "./profile-reading.tsx";
import styles from "./profile.module.css";
import { useDryRun } from "./use-dry-run.ts";

interface DryRunSectionProps {
  /** The typed profile; null while it is not valid. */
  profile: CheckProfileInput["profile"] | null;
  isWrong: boolean;
  onPointer: (pointer: string) => void;
}

/** Shows how records would be read by the typed profile. */
export function DryRunSection({ profile, isWrong, onPointer }: DryRunSectionProps) {
  const { ids, choose, ask, pending, error, last, isOld } = useDryRun(profile);
  return (
    <section aria-labelledby="dry-run">
      <SectionHeading id="dry-run" title="Dry run" note="Only reads" />
      <Permitted action="profile" says>
        <form
          className={styles["ids"]}
          onSubmit={(event: SubmitEvent) => {
            event.preventDefault();
            ask();
          }}
        >
          <TextField
            label="Schedule id"
            mono
            small
            value={ids.schedule}
            onChange={(event) => choose({ schedule: event.target.value })}
          />
          <TextField
            label="Practitioner id"
            mono
            small
            value={ids.practitioner}
            onChange={(event) => choose({ practitioner: event.target.value })}
          />
          <TextField
            label="Index id"
            help="Without one, the service’s own standard is read."
            mono
            small
            value={ids.indexId}
            onChange={(event) => choose({ indexId: event.target.value })}
          />
          <Button type="submit" loading={pending && last === null} disabled={isWrong}>
            Read by this profile
          </Button>
        </form>
      </Permitted>
      <CommandFailure error={error} />
      {last === null ? null : (
        <div data-old={isOld || undefined} aria-busy={pending} className={styles["lastReading"]}>
          <p className={styles["detail"]}>
            {isOld ? "Read by an earlier text" : "Read by this text"}, <Age at={last.at} after="ago" />
            {pending ? "; reading again" : isWrong ? "; correct the text to read again" : ""}.
          </p>
          <ProfileReadingView reading={last.reading} onPointer={onPointer} />
        </div>
      )}
    </section>
  );
}
