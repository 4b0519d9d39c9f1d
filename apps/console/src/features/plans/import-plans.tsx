import { useState } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { BffError } from "#/api/bff-error.ts";
import { Button } from "#/ui/form/button.tsx";
import { TextAreaField } from "#/ui/form/field.tsx";
import { useUnsavedInput } from "#/ui/form/unsaved-input.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { countText } from "#/ui/display/count.tsx";
import { SheetTextField } from "#/sheet-file/sheet-text-field.tsx";
import { useMappingKeptByUse } from "#/sheet-file/use-mapping-kept-by-use.ts";
import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { ImportedNote } from "./imported-note.tsx";
import { NewestImport } from "./newest-import.tsx";
import { useImportPlans } from "./mutations.ts";
import styles from "./plans.module.css";

export interface ImportPlansProps {
  opened: boolean;
  /** A plan that the catalogue lacks, to begin with. */
  planId: string | null;
  /** The sample catalogue, where there is one. */
  sample: string | null;
  onClose: () => void;
}

/** Takes names of plans from CSV or a workbook. */
export function ImportPlans({ opened, ...drawer }: ImportPlansProps) {
  return opened ? <ImportDrawer {...drawer} /> : null;
}

function ImportDrawer({ planId, sample, onClose }: Omit<ImportPlansProps, "opened">) {
  const importPlans = useImportPlans();
  const start = planId === null ? "" : `id,payer,plan,kind\n${planId},`;
  const [csv, setTyped] = useUnsavedInput("plans as CSV", start, (typed) => typed.trim() === "");
  const mapping = useMappingKeptByUse();
  const [refusal, setRefusal] = useState<string | null>(null);
  const setCsv: typeof setTyped = (next) => {
    // What was refused was another text.
    if (importPlans.isError) importPlans.reset();
    setTyped(next);
  };
  const refused = importPlans.error instanceof BffError ? importPlans.error : null;
  const lines = csv.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "").length;
  const send = () => {
    if (lines > 0 && !importPlans.isPending)
      importPlans.importOnce(csv, () => {
        void mapping.keepUsed();
        setCsv((now) => (now === csv ? "" : now));
      });
  };
  return (
    <SideDrawer
      opened
      title="Import plans"
      onClose={onClose}
      footer={
        importPlans.isSuccess ? (
          <Button variant="filled" onClick={onClose}>
            Show the catalogue
          </Button>
        ) : (
          <>
            <Button
              variant="subtle"
              onClick={() => {
                setCsv("");
                onClose();
              }}
            >
              Cancel
            </Button>
            <Button variant="filled" disabled={lines === 0} loading={importPlans.isPending} onClick={send}>
              Import {countText(lines, "line")}
            </Button>
          </>
        )
      }
    >
      {importPlans.isSuccess ? (
        <div className={styles["stack"]}>
          <ImportedNote imported={importPlans.data} />
          <NewestImport isTold />
        </div>
      ) : (
        <div className={styles["stack"]}>
          <p>
            Pasted, or from a CSV or Excel file: columns id, payer, plan name, kind; with a header in any order, or
            without one in this order. A plan that is known already takes the new names.
          </p>
          <SheetTextField
            of="plans"
            onText={setCsv}
            mapping={mapping}
            onRefused={setRefusal}
            buttons={
              sample === null ? null : (
                <Button leftSection={<Icon name="book" size={15} />} onClick={() => setCsv(sample)}>
                  Use the sample catalogue
                </Button>
              )
            }
          >
            <TextAreaField
              label="Plans as CSV"
              mono
              rows={12}
              spellCheck={false}
              data-autofocus
              value={csv}
              onChange={(event) => setCsv(event.target.value)}
              error={refusal ?? refused?.fieldError("/csv")}
            />
          </SheetTextField>
          <CommandFailure error={importPlans.error} fields={["/csv"]} />
          <NewestImport />
        </div>
      )}
    </SideDrawer>
  );
}
