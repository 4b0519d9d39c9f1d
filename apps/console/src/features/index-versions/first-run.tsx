import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { indexVersionTexts } from "#/connection/index-version-texts.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { Button } from "#/ui/form/button.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { EmptyPicture } from "#/ui/page/empty-state.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { numberText } from "#/ui/display/count.tsx";
import styles from "./first-run.module.css";
import { useOffered } from "./use-offered.ts";

export interface FirstRunProps {
  /** The step that imports the sample plan catalogue, if there is one. */
  planStep: ReactNode;
  hasSamples: boolean;
  onAdopt: () => void;
}

/** Shown before there is any directory, with the ways to the first one. */
export function FirstRun({ planStep, hasSamples, onAdopt }: FirstRunProps) {
  const { data: connection } = useQuery(connectionQuery);
  const offered = useOffered();
  return (
    <div className={styles["page"]}>
      <section className={styles["lead"]} aria-label="The first directory">
        <EmptyPicture />
        <h2>No directory yet</h2>
        <p>
          A directory is {indexVersionTexts(connection).named} the standard index for one referrer: the practitioners
          who get those referrals, and the values they should have.{" "}
          {offered?.state === "not listed"
            ? "The service can’t list index versions, so this list begins empty even if some exist."
            : ""}
          {offered !== undefined && offered.total > 0 ? (
            <Link to={paths.indexVersions.href({ state: "offered" })}>
              In the service, not here yet: {numberText(offered.total)}
            </Link>
          ) : null}
        </p>
        <div className={styles["ways"]}>
          <Button
            variant="filled"
            to={hasSamples ? paths.newIndexVersion.href({ roster: "sample" }) : paths.newIndexVersion.href()}
            leftSection={<Icon name="plus" />}
            rightSection={<Kbd keys="n" hint />}
          >
            {hasSamples ? "Create one with the sample roster" : "Create index version"}
          </Button>
          {hasSamples ? <Button to={paths.newIndexVersion.href()}>Create one with my own roster</Button> : null}
          <Button variant="subtle" onClick={onAdopt}>
            Add an existing index version
          </Button>
        </div>
      </section>
      {planStep}
      {connection === undefined ? null : (
        <p className="quiet">
          To look around first,{" "}
          <Link to={paths.directory.href({ indexId: connection.standardIndexId })}>browse the standard index</Link>. It
          is read-only.
        </p>
      )}
    </div>
  );
}
