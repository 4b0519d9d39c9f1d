import type { Samples } from "@dc/contract";
import { FirstRun } from "#/features/index-versions/first-run.tsx";
import { SamplePlansStep } from "#/features/plans/sample-plans-step.tsx";

/** Replaces the empty list until there is a first directory. */
export default function FirstRunScreen({ samples, onAdopt }: { samples: Samples | null; onAdopt: () => void }) {
  return (
    <FirstRun
      hasSamples={samples !== null}
      planStep={samples === null ? null : <SamplePlansStep sample={samples.plans} />}
      onAdopt={onAdopt}
    />
  );
}
