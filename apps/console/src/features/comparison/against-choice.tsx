import { useIndexChoices } from "#/index-choice/use-index-choices.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { useIndexPicker } from "#/marks/index-picker.tsx";

/** Chooses what to compare with: the standard index, or any other index that is known here. */
export function AgainstChoice({ indexId, onChoose }: { indexId: string; onChoose: (indexId: string) => void }) {
  const choices = useIndexChoices({ isOffered: ({ id }) => id !== indexId });
  const { button, picker } = useIndexPicker({ ...choices, label: "Compare with", align: "end", onChoose });
  return (
    <span>
      <Button {...button} leftSection={<Icon name="layers" />}>
        Swap index
      </Button>
      {picker}
    </span>
  );
}
