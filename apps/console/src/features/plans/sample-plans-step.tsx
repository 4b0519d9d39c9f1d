import { CommandFailure } from "#/commands/command-failure.tsx";
import { paths } from "#/paths.ts";
import { Button } from "#/ui/form/button.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { ImportedNote } from "./imported-note.tsx";
import { useImportPlans } from "./mutations.ts";
import styles from "./plans.module.css";

/** Offers the sample plan catalogue, so that plans have names from the start. */
export function SamplePlansStep({ sample }: { sample: string }) {
  const importPlans = useImportPlans();
  return (
    <section className={styles["step"]} aria-label="Plan names">
      <div>
        <h2>Names of plans</h2>
        <p>The service knows plans by id alone. A plan catalogue gives them names.</p>
      </div>
      {importPlans.isSuccess ? (
        <Button to={paths.plans.href()}>See the catalogue</Button>
      ) : (
        <Button
          leftSection={<Icon name="book" size={15} />}
          loading={importPlans.isPending}
          onClick={() => importPlans.importOnce(sample)}
        >
          Add the sample catalogue
        </Button>
      )}
      {importPlans.isSuccess ? <ImportedNote imported={importPlans.data} /> : null}
      <CommandFailure error={importPlans.error} />
    </section>
  );
}
