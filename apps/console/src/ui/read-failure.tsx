import { Button } from "./button.tsx";
import { CopyableId } from "./copyable-id.tsx";
import { Note } from "./note.tsx";

export interface ReadFailureProps {
  /** What failed, in a sentence. */
  sentence: string;
  requestId: string | null;
  onRetry: () => void;
}

/** Stands where the data would: what failed, the id to quote, Try again. */
export function ReadFailure({ sentence, requestId, onRetry }: ReadFailureProps) {
  return (
    <div style={{ paddingBlock: 12, maxInlineSize: 640 }}>
      <Note
        kind="failed"
        live
        actions={
          <Button size="xs" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {sentence} {requestId === null ? null : <CopyableId id={requestId} />}
      </Note>
    </div>
  );
}
