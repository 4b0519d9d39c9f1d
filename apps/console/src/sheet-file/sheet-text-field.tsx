import type { ListColumnUse, SheetText, SheetTextInput } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { type ClipboardEvent, type InputEvent, type ReactNode, useRef, useState } from "react";
import { bff } from "#/api/bff.ts";
import { errorSentence } from "#/api/bff-error.ts";
import { useCommand } from "#/commands/use-command.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { SelectField } from "#/ui/form/field.tsx";
import { FileButton } from "#/ui/form/file-button.tsx";
import { FileDrop } from "#/ui/form/file-drop.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { base64Of } from "./base64-of.ts";
import { HeadingRowField } from "./heading-row-field.tsx";
import { MappedColumns } from "./mapped-columns.tsx";
import { type MappingKeptByUse, MOST_MAPPED_COLUMNS } from "./use-mapping-kept-by-use.ts";
import { encodings, refusalOf, sheetTypes } from "./sheet-files.ts";
import styles from "./sheet-text-field.module.css";

type Of = NonNullable<SheetTextInput["of"]>;

/** What columns of rosters and of plan names may say. */
const listUses = {
  roster: {
    nothing: "not used",
    practitioner: "practitioner: id or link",
    schedule: "schedule: id or link",
    name: "name of the practitioner",
    place: "place",
    phone: "phone number",
  },
  plans: { nothing: "not used", planId: "plan id", payer: "payer", planName: "name of the plan", planKind: "kind" },
} as const satisfies { readonly [of in Of]: { readonly [use in ListColumnUse["use"]]?: string } };

const optionsOf = (of: Of, lookUps: readonly { meaning: string; label: string }[]) => [
  ...Object.entries(listUses[of]).map(([value, label]) => ({ value, label })),
  ...lookUps.map(({ meaning, label }) => ({ value: `lookUp ${meaning}`, label })),
];

interface SheetTextFieldProps {
  /** What the text is of. */
  of: Of;
  onText: (text: string) => void;
  /** Told what columns are said by hand to say; whoever takes the text keeps it. */
  mapping: MappingKeptByUse;
  /** Why a file can’t be taken; null once another is read. */
  onRefused: (sentence: string | null) => void;
  /** What else fills the field. */
  buttons: ReactNode;
  /** The field that holds the text. */
  children: ReactNode;
}

/** Whether these are rows of cells as spreadsheets copy them: several have tabs. */
const hasColumns = (text: string) => text.split("\n").filter((row) => row.includes("\t")).length > 1;

interface Read extends SheetText {
  /** Of the file; null for cells that were copied out of a spreadsheet. */
  name: string | null;
  content: string;
}

/** How it was read. */
const readingOf = (read: Read | null): SheetTextInput["reading"] => ({
  ...(read === null || read.sheet === null ? {} : { sheet: read.sheet }),
  ...(read === null || read.encoding === null ? {} : { encoding: read.encoding }),
});

const notTaken = (name: string) =>
  `“${name}” was not taken, since you typed meanwhile. Choose it again to have it here.`;

type Asked = Omit<SheetTextInput, "columns"> & { columns?: ListColumnUse[] } & Pick<Read, "name">;

function SourceOfText({ name }: Pick<Read, "name">) {
  return (
    <span role="status">
      {name === null ? (
        "Pasted from a spreadsheet"
      ) : (
        <>
          Taken from <bdi>{name}</bdi>
        </>
      )}
    </span>
  );
}

/** A field that is filled from a file too, chosen or dropped: CSV in any encoding, or a sheet of a workbook. Copied cells count as one. */
export function SheetTextField({ of, onText, mapping, onRefused, buttons, children }: SheetTextFieldProps) {
  const toast = useToast();
  const [read, setRead] = useState<Read | null>(null);
  /** What is being read to be put here; null once it was, or something was typed in its place. */
  const awaited = useRef<{ name: string | null }>(null);
  const reader = useCommand({
    run: async (asked: Asked): Promise<Read> => {
      awaited.current = asked;
      const { name, ...input } = asked;
      return { ...(await bff.post<SheetText>("/sheet-text", { ...input, of })), name, content: input.content };
    },
    onDone: (answer, asked) => {
      // An earlier one that comes later is of what was chosen before.
      if (awaited.current !== asked) return;
      awaited.current = null;
      onRefused(null);
      const headings = answer.list?.columns.map(({ heading }) => heading) ?? [];
      mapping.map(asked.columns === undefined ? null : { of, headings, columns: asked.columns });
      setRead(answer);
      onText(answer.text);
    },
    onFailure: (failure, asked) => {
      if (awaited.current !== asked) return;
      awaited.current = null;
      onRefused(errorSentence(failure));
    },
  });
  const { data: connection } = useQuery(connectionQuery);
  /** Reads what was chosen or pasted in the place of what was there, by what is kept of that then. */
  const readNext = async (next: Asked) => {
    awaited.current = next;
    await mapping.keepUsed({ isReplaced: true });
    if (awaited.current === next) reader.mutate(next);
  };
  const open = async (file: File) => {
    const refusal = refusalOf(file);
    if (refusal !== null) return onRefused(refusal);
    const chosen = { name: file.name };
    awaited.current = chosen;
    const bytes = await file.arrayBuffer().catch(() => null);
    if (awaited.current !== chosen) return;
    awaited.current = null;
    if (bytes === null) return onRefused(`“${file.name}” can’t be read.`);
    if (bytes.byteLength === 0) return onRefused(`“${file.name}” is empty.`);
    await readNext({ name: file.name, content: base64Of(new Uint8Array(bytes)) });
  };
  /** Cells copied out of a spreadsheet have columns, as a file has; in a text that somebody typed they are pasted as they are. */
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const cells = event.clipboardData.getData("text/plain");
    if (!hasColumns(cells) || !(event.target instanceof HTMLTextAreaElement) || event.target.value !== "") return;
    event.preventDefault();
    onText(cells);
    void readNext({ name: null, content: base64Of(new TextEncoder().encode(cells)) });
  };
  /** What is typed stays, whatever was to take its place; once the field was emptied it is no longer of the file. */
  const keepTyped = ({ target }: InputEvent<HTMLElement>) => {
    if (!(target instanceof HTMLTextAreaElement)) return;
    const name = awaited.current?.name ?? null;
    awaited.current = null;
    if (target.value === "") {
      mapping.putAside();
      setRead(null);
    } else if (name !== null) toast({ text: notTaken(name), seconds: 10 });
  };
  const found = readingOf(read);
  const again = (reading: SheetTextInput["reading"], columns?: ListColumnUse[]) => {
    if (read === null) return;
    reader.mutate({ name: read.name, content: read.content, reading, ...(columns === undefined ? {} : { columns }) });
  };
  const askedRow = read === null ? undefined : reader.variables?.reading?.headingRow;
  const { columns: readColumns = [], columnsFrom = "headings", headingRow = askedRow ?? 1 } = read?.list ?? {};
  // What was chosen for a column stands until it is read or refused.
  const chosen = reader.isPending ? reader.variables.columns : undefined;
  const columns = readColumns.map((column, at) => ({ ...column, use: chosen?.[at] ?? column.use }));
  const options = optionsOf(of, of === "roster" ? (connection?.rosterIds.lookUps ?? []) : []);
  const isUnderstood = columns.some(
    ({ use }) =>
      use.use === (of === "plans" ? "planId" : "name") || use.use === "practitioner" || use.use === "schedule",
  );
  const map = (at: number, value: string) => {
    const [use = "", by = null] = value.split(" ");
    const next = columns.map((column, position) =>
      position === at ? { use: use as ListColumnUse["use"], by } : column.use,
    );
    again({ ...found, headingRow }, next);
  };
  return (
    <>
      <FileDrop onFile={(file) => void open(file)}>
        <div onPaste={paste} onInput={keepTyped}>
          {children}
        </div>
      </FileDrop>
      {read === null ? null : (
        <div className={styles["read"]}>
          <SourceOfText name={read.name} />
          {read.sheets.length > 1 ? (
            <SelectField
              label="Sheet"
              small
              value={read.sheet ?? ""}
              options={read.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
              onChange={(sheet) => again({ sheet })}
            />
          ) : null}
          {read.name === null || read.encoding === null || read.encoding === "utf-8" ? null : (
            <SelectField
              label="Encoding"
              small
              value={read.encoding}
              options={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
              onChange={(encoding) => again({ encoding })}
            />
          )}
          {columns.length > 1 || askedRow !== undefined ? (
            <HeadingRowField row={headingRow} onChange={(row) => again({ ...found, headingRow: row })} />
          ) : null}
        </div>
      )}
      {columns.length > 1 && columns.length <= MOST_MAPPED_COLUMNS ? (
        <MappedColumns
          key={read?.name ?? "pasted"}
          columns={columns.map(({ heading, samples, use: { use, by } }) => ({
            heading,
            samples,
            value: by === null ? use : `${use} ${by}`,
          }))}
          from={columnsFrom}
          // As the text is, each line is understood by itself.
          {...(columnsFrom === "headings" ? { unusedWord: "not recognised" } : {})}
          isOpen={columnsFrom === "request" || (columnsFrom === "headings" && !isUnderstood)}
          options={options}
          onChange={map}
        />
      ) : null}
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
