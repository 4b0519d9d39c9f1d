import type { ReactNode } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import { MidTruncate, WrappedName } from "#/ui/display/mid-truncate.tsx";
import { FieldFrame } from "#/ui/form/field.tsx";
import styles from "./index-field.module.css";
import { useIndexPicker } from "./index-picker.tsx";
import type { IndexChoices } from "./index-picker-panel.tsx";

export interface IndexFieldProps extends IndexChoices {
  label: string;
  labelHidden?: boolean;
  small?: boolean;
  /** Shown while none is chosen. */
  none?: string;
  help?: ReactNode;
  /** The chosen index; null for none. */
  current: { mark: ReactNode; name: string; id: string } | null;
  onChoose: (id: string) => void;
}

/** A form field whose value is an index, or something else that is found by name among many. */
export function IndexField(props: IndexFieldProps) {
  const { label, labelHidden, small, none = "Choose a directory", help, current, ...options } = props;
  const { button, picker, show } = useIndexPicker({ ...options, label });
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
            {...button}
            type="button"
            className={styles["button"]}
            data-small={small}
            aria-labelledby={`${ids.id}-label ${ids.id}`}
            onKeyDown={(event) => {
              if (event.key !== "ArrowDown") return;
              event.preventDefault();
              show(true);
            }}
          >
            {current === null ? (
              <span className={styles["none"]}>{none}</span>
            ) : (
              <>
                {current.mark}{" "}
                <span className={styles["name"]}>
                  {small === true ? <MidTruncate text={current.name} /> : <WrappedName text={current.name} />}
                </span>{" "}
                <span className={`mono ${styles["id"]}`}>{current.id}</span>
              </>
            )}
            <Icon name="switch" size={14} />
          </button>
          {picker}
        </>
      )}
    </FieldFrame>
  );
}
