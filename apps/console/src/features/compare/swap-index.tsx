import { useRef, useState } from "react";
import { useIndexChoices } from "#/features/index-versions/use-index-choices.tsx";
import { Button } from "#/ui/button.tsx";
import { Icon } from "#/ui/icon.tsx";
import { IndexPanel } from "#/ui/index-panel.tsx";

/** Chooses what to compare with: the standard index, or any other index that is known here. */
export function SwapIndex({ indexId, onChoose }: { indexId: string; onChoose: (indexId: string) => void }) {
  const [opened, setOpened] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const { sections, query, onQuery, onOpen, instead } = useIndexChoices({ isOffered: ({ id }) => id !== indexId });
  const show = (open: boolean) => {
    setOpened(open);
    if (open) onOpen();
    else onQuery("");
  };
  return (
    <span ref={anchor}>
      <Button
        leftSection={<Icon name="layers" />}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => show(!opened)}
      >
        Swap index
      </Button>
      {opened ? (
        <IndexPanel
          label="Compare with"
          anchor={anchor}
          align="end"
          sections={sections}
          query={query}
          onQuery={onQuery}
          onChoose={(id) => {
            show(false);
            onChoose(id);
          }}
          onClose={() => show(false)}
          instead={instead}
        />
      ) : null}
    </span>
  );
}
