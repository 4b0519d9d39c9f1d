import { Button } from "#/ui/form/button.tsx";
import { CopyableId } from "#/ui/text/copyable-id.tsx";
import { StatusMark } from "#/ui/text/status-mark.tsx";
import { Callout } from "./callout.tsx";

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
      <Callout
        hue="conflict"
        mark={<StatusMark shape="triangle" hue="conflict" show="mark" word="failed" />}
        live
        actions={
          <Button size="xs" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {sentence} {requestId === null ? null : <CopyableId id={requestId} />}
      </Callout>
    </div>
  );
}
