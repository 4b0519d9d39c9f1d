import { Button } from "#/ui/form/button.tsx";
import { useViewport } from "#/ui/page/viewport.ts";
import { Card } from "#/ui/page/card.tsx";
import { Note } from "#/marks/note.tsx";
import { EvidenceForm } from "#/changes/evidence-form.tsx";
import type { useEvidenceDraft } from "./use-evidence-draft.ts";

interface DraftEvidenceProps {
  draft: ReturnType<typeof useEvidenceDraft>;
  /** Whether the set only lacks its reason. */
  isNext: boolean;
  error: string | undefined;
}

/** The evidence of a draft, and the choice where somebody else changed it too. */
export function DraftEvidence({ draft, isNext, error }: DraftEvidenceProps) {
  const viewport = useViewport();
  const choose = (whose: "mine" | "theirs") => {
    const [first] = draft.conflicts;
    draft.choose(whose);
    if (first !== undefined) document.querySelector<HTMLElement>(`aside [name="${first.part}"]`)?.focus();
  };
  return (
    <Card title="Evidence">
      <EvidenceForm
        typed={draft.typed}
        // Whoever is in another field by now, such as that of the name, stays there.
        isNext={viewport !== "narrow" && isNext && document.activeElement?.matches("input, textarea, select") !== true}
        onType={draft.type}
        onLeave={draft.keep}
        note={draft.conflicts.length > 0 ? "Not saved until you choose." : evidenceStateText[draft.state]}
        error={error}
      />
      {draft.conflicts.length === 0 ? null : (
        <Note
          kind="conflict"
          live
          actions={
            <>
              <Button size="xs" onClick={() => choose("theirs")}>
                Use theirs
              </Button>
              <Button size="xs" data-keep-mine="" onClick={() => choose("mine")}>
                Keep mine
              </Button>
            </>
          }
        >
          <b>Somebody else changed it too.</b>{" "}
          {draft.conflicts.map(({ part, theirs }) => (
            <span key={part}>
              {evidencePartText[part]}: {theirs === "" ? "empty" : <bdi>“{theirs}”</bdi>}.{" "}
            </span>
          ))}
        </Note>
      )}
    </Card>
  );
}

const evidenceStateText = {
  typed: "Saved with the draft when you leave the field.",
  keeping: "Saving with the draft",
  kept: "Saved with the draft.",
  "not kept": "Not saved. Try again.",
} as const;

const evidencePartText = {
  reason: "Reason",
  source: "Source",
  verifiedOn: "Verified on",
  reviewBy: "Review by",
  from: "From",
  until: "Until",
} as const;
