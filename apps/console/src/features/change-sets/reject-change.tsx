import { maxLength } from "@dc/contract/limits";
import { useState } from "react";
import { errorSentence } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextAreaField } from "#/ui/form/field.tsx";
import styles from "./change-sets.module.css";
import { useReject } from "./mutations.ts";

/** Rejects one change in review, with a reason that its author reads on it. */
export function RejectChange({ of, changeId }: { of: { id: string; version: number }; changeId: string }) {
  const reject = useReject(of.id);
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [isAsked, setAsked] = useState(false);
  if (!isOpen) return <Button onClick={() => setOpen(true)}>Reject 1 change</Button>;
  const missing = isAsked && reason.trim() === "" ? "Enter a reason. The author reads it on the change." : undefined;
  const failed = reject.error === null ? undefined : errorSentence(reject.error);
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (reason.trim() !== "") reject.mutate({ version: of.version, changeIds: [changeId], reason });
      }}
    >
      <TextAreaField
        label="Why it is rejected"
        value={reason}
        rows={2}
        maxLength={maxLength.reason}
        error={missing ?? failed}
        autoFocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={styles["settle"]}>
        <Button variant="subtle" onClick={() => setOpen(false)}>
          Cancel
        </Button>
        <Button type="submit" loading={reject.isPending}>
          Reject 1 change
        </Button>
      </div>
    </form>
  );
}
