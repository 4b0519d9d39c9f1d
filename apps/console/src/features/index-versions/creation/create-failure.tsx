import { fieldLabel } from "@dc/directory";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { BffError, BffUnreachableError, errorSentence } from "#/api/bff-error.ts";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { ServiceReasons } from "#/record/service-words.tsx";
import { Note } from "#/marks/note.tsx";

/** Why nothing was created, or why it is not known whether something was. */
export function CreateFailure({ error, name }: { error: Error; name: string }) {
  if (error instanceof BffUnreachableError) {
    return (
      <Note kind="unknown" live>
        The console’s server did not answer. “<bdi>{name}</bdi>” may have been asked for; look at the{" "}
        <Link to={paths.indexVersions.href()}>open creations</Link> before asking again.
      </Note>
    );
  }
  if (!(error instanceof BffError)) {
    return (
      <Note kind="failed" live>
        {errorSentence(error)}
      </Note>
    );
  }
  if (error.code === "outcome_unknown") {
    return (
      <Note kind="unknown" live>
        “<bdi>{name}</bdi>” was requested before, and it is not known whether it exists.{" "}
        <Link to={paths.indexVersions.href()}>Settle that first</Link>; it won’t be sent again.
      </Note>
    );
  }
  if (error.code === "service_refused") {
    const nothing = { status: null, message: null, requestId: null, details: [] };
    const { status, message, requestId, details = [] } = error.problem.service ?? nothing;
    const reason = message === null ? error.problem.detail : `“${message}”`;
    // The sentence may have the reasons already.
    const left = details.filter(({ words, code }) => !reason.includes(words ?? code ?? ""));
    return (
      <Note kind="refused" live>
        The service refused{status === null ? "" : ` (${status})`}: {reason} Nothing was created.{" "}
        {requestId === null ? null : <CopyableId id={requestId} />}
        <ServiceReasons details={left} />
      </Note>
    );
  }
  if (error.problem.existing !== undefined) {
    return <Note kind="refused">Nothing was created. Choose the referrer of that name, or create another.</Note>;
  }
  if (error.problem.errors !== undefined) {
    return (
      // The fields themselves announce what is wrong with them.
      <Note kind="failed">
        Nothing was created. Correct the form:{" "}
        {error.problem.errors.map(({ pointer, detail }) => `${fieldAt(pointer)} ${detail}`).join("; ")}.
      </Note>
    );
  }
  return (
    <Note kind="failed" live>
      {errorSentence(error)} Nothing was created.
    </Note>
  );
}

const fields: { readonly [pointer: string]: string } = {
  "/name": "the name",
  "/referrer": "the referrer",
  "/referrer/name": "the referrer",
  "/referrer/practitionerId": "the referrer’s practitioner id",
  "/roster": "the roster",
  "/notes": "the notes",
  "/startFrom": "the directory to start from",
  "/startFrom/indexId": "the directory to start from",
};

const fieldAt = (pointer: string) =>
  fields[pointer] ?? `the ${fieldLabel(pointer.slice(pointer.lastIndexOf("/") + 1))}`;
