import type { Override } from "@dc/contract";
import { useState } from "react";
import { BffError } from "#/api/bff-error.ts";
import { useToday } from "#/connection/use-today.ts";
import { countText } from "#/ui/display/count.tsx";
import { dayOf } from "#/ui/display/format-time.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextField } from "#/ui/form/field.tsx";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { useSetUntil } from "./mutations.ts";

interface UntilVerbsProps {
  indexId: string;
  /** Overrides whose last day has passed; at least one. */
  rows: readonly Override[];
  size?: "xs" | "sm";
  onDone?: () => void;
}

/** Keeps overrides whose last day has passed: without an end, or until another day. */
export function UntilVerbs({ indexId, rows, size = "xs", onDone }: UntilVerbsProps) {
  const today = dayOf(useToday());
  const keep = useSetUntil(indexId);
  const [isOpen, setOpen] = useState(false);
  const [day, setDay] = useState("");
  const [isAsked, setAsked] = useState(false);
  const changeIds = rows.map(({ change }) => change.id);
  const close = () => {
    setOpen(false);
    onDone?.();
  };
  const refused = keep.error instanceof BffError ? keep.error.fieldError("/until") : undefined;
  const save = () => {
    setAsked(true);
    if (day !== "") keep.mutate({ changeIds, until: day }, { onSuccess: close });
  };
  return (
    <>
      <Button
        size={size}
        waits={keep.isPending}
        onClick={() => keep.mutate({ changeIds, until: null }, { onSuccess: close })}
      >
        Keep without an end
      </Button>
      <Button size={size} waits={keep.isPending} onClick={() => setOpen(true)}>
        Another day
      </Button>
      {isOpen ? (
        <SideDrawer
          opened
          side="middle"
          title={`Keep ${countText(rows.length, "override")} until another day`}
          onClose={() => setOpen(false)}
          footer={
            <>
              <Button variant="subtle" onClick={() => setOpen(false)}>
                Cancel
              </Button>
              <Button variant="filled" loading={keep.isPending} onClick={save}>
                Keep until that day
              </Button>
            </>
          }
        >
          <TextField
            label="Until"
            help="The last day. Its end is proposed then."
            type="date"
            min={today}
            value={day}
            data-autofocus
            error={(isAsked && day === "" ? "Enter the last day." : undefined) ?? refused}
            onChange={({ target }) => setDay(target.value)}
          />
        </SideDrawer>
      ) : null}
    </>
  );
}
