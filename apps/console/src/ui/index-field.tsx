import { useRef, useState, type ReactNode } from "react";
import { FieldFrame } from "./field.tsx";
import { Icon } from "./icon.tsx";
import styles from "./index-field.module.css";
import { IndexPanel, type IndexSection } from "./index-panel.tsx";
import { MidTruncate } from "./mid-truncate.tsx";

export interface IndexFieldProps {
  label: string;
  labelHidden?: boolean;
  help?: ReactNode;
  /** What is chosen now; null says that nothing is. */
  current: { mark: ReactNode; name: string; id: string } | null;
  sections: readonly IndexSection[];
  query: string;
  onQuery: (query: string) => void;
  onOpen: () => void;
  onChoose: (id: string) => void;
  /** Said instead of the list: loading, nothing found, failed. */
  instead: string | undefined;
}

const noneChosen = "Choose a directory";

/** A field whose value is an index; its panel finds any that is known. */
export function IndexField(props: IndexFieldProps) {
  const { label, labelHidden, help, current, sections, query, onQuery, onOpen, onChoose, instead } = props;
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const show = (open: boolean) => {
    setOpened(open);
    if (open) onOpen();
    else onQuery("");
  };
  return (
    <FieldFrame
      label={label}
      {...(labelHidden === undefined ? {} : { labelHidden })}
      {...(help === undefined ? {} : { help })}
    >
      {(ids) => (
        <>
          <button
            {...ids}
            ref={button}
            type="button"
            className={styles["button"]}
            aria-haspopup="dialog"
            aria-expanded={opened}
            aria-labelledby={`${ids.id}-label ${ids.id}`}
            onClick={() => show(!opened)}
            onKeyDown={(event) => {
              if (event.key !== "ArrowDown") return;
              event.preventDefault();
              show(true);
            }}
          >
            {current === null ? (
              <span className={styles["none"]}>{noneChosen}</span>
            ) : (
              <>
                {current.mark}{" "}
                <span className={styles["name"]}>
                  <MidTruncate text={current.name} />
                </span>{" "}
                <span className={`mono ${styles["id"]}`}>{current.id}</span>
              </>
            )}
            <Icon name="switch" size={14} />
          </button>
          {opened ? (
            <IndexPanel
              label={label}
              anchor={button}
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
        </>
      )}
    </FieldFrame>
  );
}
