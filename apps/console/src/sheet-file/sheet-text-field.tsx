import type { SheetText, SheetTextInput } from "@dc/contract";
import { type ReactNode, useState } from "react";
import { bff } from "#/api/bff.ts";
import { errorSentence } from "#/api/bff-error.ts";
import { useCommand } from "#/commands/use-command.ts";
import { SelectField } from "#/ui/form/field.tsx";
import { FileButton } from "#/ui/form/file-button.tsx";
import { FileDrop } from "#/ui/form/file-drop.tsx";
import { base64Of } from "./base64-of.ts";
import { encodings, refusalOf, sheetTypes } from "./sheet-files.ts";
import styles from "./sheet-text-field.module.css";

interface SheetTextFieldProps {
  onText: (text: string) => void;
  /** Why a file can’t be taken; null once another is read. */
  onRefused: (sentence: string | null) => void;
  /** What else fills the field. */
  buttons: ReactNode;
  /** The field that holds the text. */
  children: ReactNode;
}

interface Read extends SheetText {
  name: string;
  content: string;
}

/** A field that is filled from a file too, chosen or dropped: CSV in any encoding, or a sheet of a workbook. */
export function SheetTextField({ onText, onRefused, buttons, children }: SheetTextFieldProps) {
  const [read, setRead] = useState<Read | null>(null);
  const reader = useCommand({
    run: async ({ name, ...input }: SheetTextInput & { name: string }): Promise<Read> => ({
      ...(await bff.post<SheetText>("/sheet-text", input)),
      name,
      content: input.content,
    }),
    onDone: (answer) => {
      onRefused(null);
      setRead(answer);
      onText(answer.text);
    },
    onFailure: (failure) => onRefused(errorSentence(failure)),
  });
  const open = async (file: File) => {
    const refusal = refusalOf(file);
    if (refusal !== null) return onRefused(refusal);
    let bytes: ArrayBuffer;
    try {
      bytes = await file.arrayBuffer();
    } catch {
      return onRefused(`“${file.name}” can’t be read.`);
    }
    if (bytes.byteLength === 0) return onRefused(`“${file.name}” is empty.`);
    reader.mutate({ name: file.name, content: base64Of(new Uint8Array(bytes)) });
  };
  const again = (reading: SheetTextInput["reading"]) => {
    if (read !== null) reader.mutate({ name: read.name, content: read.content, reading });
  };
  return (
    <>
      <FileDrop onFile={(file) => void open(file)}>{children}</FileDrop>
      {read === null ? null : (
        <div className={styles["read"]}>
          <span role="status">
            Taken from <bdi>{read.name}</bdi>
          </span>
          {read.sheets.length > 1 ? (
            <SelectField
              label="Sheet"
              small
              value={read.sheet ?? ""}
              options={read.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
              onChange={(sheet) => again({ sheet })}
            />
          ) : null}
          {read.encoding === null || read.encoding === "utf-8" ? null : (
            <SelectField
              label="Encoding"
              small
              value={read.encoding}
              options={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
              onChange={(encoding) => again({ encoding })}
            />
          )}
        </div>
      )}
      <div className="buttons">
        <FileButton
          label="Choose a file"
          accept={sheetTypes}
          loading={reader.isPending}
          onFile={(file) => void open(file)}
        />
        {buttons}
      </div>
    </>
  );
}
