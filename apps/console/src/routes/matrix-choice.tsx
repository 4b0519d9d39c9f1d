import { PractitionerChoice } from "#/features/matrix/practitioner-choice.tsx";

export function Component() {
  return <PractitionerChoice />;
}
