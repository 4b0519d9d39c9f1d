import type { Connection } from "@dc/contract";
import type { ReactNode } from "react";
import { Button } from "#/ui/form/button.tsx";
import { copyText } from "#/ui/display/copyable-id.tsx";
import { Card } from "#/ui/page/card.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { countText } from "#/ui/display/count.tsx";
import { indexVersionTexts } from "#/connection/index-version-texts.ts";
import { Note } from "#/marks/note.tsx";
import { State } from "#/marks/state.tsx";
import styles from "./create.module.css";
import type { CreatePlan } from "./create-form.tsx";

/** What Create will do, with the request that it sends. */
export function CreationPreview({ plan, connection }: { plan: CreatePlan; connection: Connection | undefined }) {
  const { name, practitioners, schedules, lookedUp, from } = plan;
  const operation = connection?.capabilities.find((known) => known.operation === "createIndexVersion");
  const ids = practitioners + schedules;
  const hasRoster = ids + lookedUp > 0 || (from !== null && from.takesRoster && from.practitioners > 0);
  const lines = [
    `${operation?.method ?? "POST"} ${operation?.path ?? ""}`,
    `API version: ${connection?.apiVersion ?? ""}`,
    "Credential: ••••••••",
    "",
    `Name in the body: ${JSON.stringify(name)}`,
  ];
  return (
    <>
      <Card title="What will happen">
        <ul className={styles["happens"]}>
          <Happens title="1 request to the service">
            Creates{" "}
            {name === "" ? (
              "the index version"
            ) : (
              <>
                “<bdi>{name}</bdi>”
              </>
            )}{" "}
            {indexVersionTexts(connection).createdAs}{" "}
            <span className="mono">{connection?.standardIndexId ?? "the standard index"}</span>, with the same ids.
          </Happens>
          {ids === 0 ? null : (
            <Happens title={`${countText(ids, "id")} ${ids === 1 ? "is read" : "are read, each once"}`}>
              Kept as the original:{" "}
              {[
                practitioners > 0 ? countText(practitioners, "practitioner") : null,
                schedules > 0 ? countText(schedules, "schedule") : null,
              ]
                .filter((part) => part !== null)
                .join(", ")}
              {schedules > 0 ? ", and the practitioners whom the schedules name" : ""}.
            </Happens>
          )}
          {lookedUp === 0 ? null : (
            <Happens title={`${countText(lookedUp, "line")} looked up by name or number`}>
              Whoever is found is added. Where there are several, you choose.
            </Happens>
          )}
          {from === null ? null : (
            <>
              {from.takesRoster && from.practitioners > 0 ? (
                <Happens title={`${countText(from.practitioners, "practitioner")} of “${from.name}”`}>
                  Their ids are added to this roster.
                </Happens>
              ) : null}
              {from.overrides === 0 ? null : (
                <Happens
                  title={
                    hasRoster ? `Up to ${countText(from.overrides, "override")} staged` : "No overrides are staged"
                  }
                >
                  {hasRoster
                    ? "In a draft change set, for the records that are on this roster. Creations, deletions and resets are left out. Nothing is written until a person applies it."
                    : "Overrides are taken over for records on this roster, and it starts empty."}
                </Happens>
              )}
            </>
          )}
          {ids + lookedUp === 0 && from === null ? (
            <Happens title="The roster starts empty">Practitioners can be added at any time.</Happens>
          ) : null}
        </ul>
        <div className={styles["request"]}>
          <div>
            <span>The request, as profile “{connection?.profile.name ?? ""}” has it</span>
            <Button
              size="xs"
              variant="subtle"
              aria-label="Copy the request"
              onClick={() => void copyText(lines.join("\n"))}
            >
              <Icon name="copy" size={14} />
            </Button>
          </div>
          <pre>{lines.join("\n")}</pre>
          {operation === undefined || operation.note === null ? null : <p>Assumed: {operation.note}</p>}
        </div>
      </Card>
      <Note kind="plain">
        Sent exactly once. If the reply is lost, this index is shown as <b>unknown</b> until a person settles it.
      </Note>
    </>
  );
}

function Happens({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <State state="draft" show="mark" label="to come" />
      <div>
        <b>{title}</b>
        <p>{children}</p>
      </div>
    </li>
  );
}
