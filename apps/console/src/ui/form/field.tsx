import { useId, type ComponentProps, type ReactNode } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import { outsideComposition } from "#/ui/keyboard/outside-composition.ts";
import styles from "./field.module.css";

export interface FieldFrameProps {
  label: string;
  /** Hides the label visually, for a field whose heading already says it. */
  labelHidden?: boolean | undefined;
  help?: ReactNode;
  /** What is wrong and what to do; replaces the help. */
  error?: ReactNode;
  optional?: boolean | undefined;
}

interface FrameProps extends FieldFrameProps {
  children: (ids: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": true | undefined;
  }) => ReactNode;
}

/** A label above the input, and help or an error below it. */
export function FieldFrame({ label, labelHidden = false, help, error, optional = false, children }: FrameProps) {
  const id = useId();
  const about = `${id}-about`;
  const failed = error !== undefined && error !== null;
  const described = failed || help !== undefined ? about : undefined;
  return (
    <div className={styles["field"]}>
      <label id={`${id}-label`} htmlFor={id} className={labelHidden ? "unseen" : styles["label"]}>
        {label}
        {optional ? <span className={styles["optional"]}> optional</span> : null}
      </label>
      {children({ id, "aria-describedby": described, "aria-invalid": failed ? true : undefined })}
      {failed ? (
        <div id={about} className={styles["error"]} role="alert">
          <StatusMark shape="triangle" hue="conflict" show="mark" word="wrong" size={13} />
          <span>{error}</span>
        </div>
      ) : null}
      {!failed && help !== undefined ? (
        <div id={about} className={styles["help"]}>
          {help}
        </div>
      ) : null}
    </div>
  );
}

interface Look {
  mono?: boolean;
  small?: boolean;
}

/** The props of a field, by what they are for. */
function partsOf<Props extends FieldFrameProps & Look>(props: Props) {
  const { label, labelHidden, help, error, optional, mono, small, ...input } = props;
  return {
    frame: { label, labelHidden, help, error, optional },
    look: { "data-mono": mono || undefined, "data-small": small || undefined },
    input,
  };
}

export interface TextFieldProps extends FieldFrameProps, Look, Omit<ComponentProps<"input">, "className" | "id"> {
  start?: ReactNode;
  end?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { frame, look, input } = partsOf(props);
  const { start, end, onKeyDown, ...own } = input;
  return (
    <FieldFrame {...frame}>
      {(ids) => (
        <div className={styles["control"]}>
          {start === undefined ? null : <span className={styles["start"]}>{start}</span>}
          <input
            type="text"
            {...own}
            onKeyDown={outsideComposition(onKeyDown)}
            {...ids}
            {...look}
            data-start={start !== undefined || undefined}
            data-end={end !== undefined || undefined}
            className={styles["input"]}
          />
          {end === undefined ? null : <span className={styles["end"]}>{end}</span>}
        </div>
      )}
    </FieldFrame>
  );
}

export interface TextAreaFieldProps
  extends FieldFrameProps, Look, Omit<ComponentProps<"textarea">, "className" | "id"> {}

export function TextAreaField(props: TextAreaFieldProps) {
  const { frame, look, input } = partsOf(props);
  const { onKeyDown, ...own } = input;
  return (
    <FieldFrame {...frame}>
      {(ids) => (
        <textarea
          rows={4}
          {...own}
          {...ids}
          {...look}
          onKeyDown={outsideComposition(onKeyDown)}
          className={styles["input"]}
        />
      )}
    </FieldFrame>
  );
}

export interface SelectFieldProps<Value extends string>
  extends FieldFrameProps, Look, Omit<ComponentProps<"select">, "className" | "id" | "onChange" | "value"> {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { frame, look, input } = partsOf(props);
  const { options, value, onChange, ...own } = input;
  return (
    <FieldFrame {...frame}>
      {(ids) => (
        <div className={styles["control"]}>
          <select
            {...own}
            {...ids}
            {...look}
            value={value}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.target.value);
              if (chosen !== undefined) onChange(chosen.value);
            }}
            className={styles["input"]}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span className={styles["chevron"]}>
            <Icon name="chevron-down" size={14} />
          </span>
        </div>
      )}
    </FieldFrame>
  );
}
