import { createContext, use } from "react";
import { Button } from "#/ui/form/button.tsx";
import { CopyableId } from "#/ui/text/copyable-id.tsx";
import { StatusMark } from "#/ui/text/status-mark.tsx";
import { Callout } from "./callout.tsx";

export interface FailureDescription {
  /** What failed, in a sentence. */
  sentence: string;
  /** To quote when one reports it. */
  requestId: string | null;
}

/** Says what an error means; the ui knows no errors of its own. */
export const DescribeFailure = createContext<(error: unknown) => FailureDescription>(() => ({
  sentence: "This can't be shown.",
  requestId: null,
}));

export interface ReadFailureProps {
  error: unknown;
  onRetry: () => void;
}

/** Stands where the data would: what failed, the id to quote, Try again. */
export function ReadFailure({ error, onRetry }: ReadFailureProps) {
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
