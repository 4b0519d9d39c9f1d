import { createContext, use } from "react";
import { CopyableId } from "#/ui/display/copyable-id.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Callout } from "./callout.tsx";

export interface FailureDescription {
  /** What failed, in a sentence. */
  sentence: string;
  /** For a person to quote when reporting the failure. */
  requestId: string | null;
}

/** Turns an error into words. The app provides it, because the ui does not know the errors of the API. */
export const DescribeFailure = createContext<(error: unknown) => FailureDescription>(() => ({
  sentence: "This can't be shown.",
  requestId: null,
}));

/** Replaces data that could not be read: what failed, the id of the request, and a button to try again. */
export function ReadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { sentence, requestId } = use(DescribeFailure)(error);
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
