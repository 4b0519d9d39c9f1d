import type { ChangeImportInput, ChangeImportPreview, ColumnMapping, StagedChanges } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { bff } from "#/api/bff.ts";
import { useCommand } from "#/commands/use-command.ts";
import { paths } from "#/paths.ts";
import { base64Of } from "#/sheet-file/base64-of.ts";
import { cellKey } from "./imported-cells.tsx";

export type ImportChoice = Pick<ChangeImportInput, "reading" | "columns" | "plansOn">;

/** A mapping of more columns is not kept. */
const MOST_COLUMNS = 200;

/** A file of overrides for a directory: previewed whenever something of how it is read is changed, and staged as one set. */
export function useImport(indexId: string) {
  const [file, setFile] = useState<Pick<ChangeImportInput, "fileName" | "content"> | null>(null);
  const [choice, setChoice] = useState<ImportChoice>({});
  /** Keys of the cells against ours that are taken. */
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const navigate = useNavigate();
  const [bytes, setBytes] = useState(0);
  const reading = useRef<AbortController>(null);
  const preview = useCommand({
    run: (input: ChangeImportInput) => {
      reading.current = new AbortController();
      setBytes(0);
      const { signal } = reading.current;
      return bff.post<ChangeImportPreview>("/change-imports/preview", input, { signal, onBytes: setBytes });
    },
  });
  const keep = useCommand({
    run: (mapping: ColumnMapping) => bff.send("PUT", "/column-mappings", mapping),
    failed: "What the columns say could not be kept for the next file.",
  });
  const stage = useCommand({
    run: (reason: string) =>
      bff.post<StagedChanges>("/change-imports", {
        ...file,
        ...choice,
        indexId,
        digest: preview.data?.digest,
        evidence: reason.trim() === "" ? null : { reason },
        againstOurs: (preview.data?.items ?? []).flatMap((cell) =>
          taken.has(cellKey(cell)) && cell.column !== null ? [{ row: cell.row, column: cell.column }] : [],
        ),
      }),
    changes: ["change"],
    onDone: ({ changeSet }) => void navigate(paths.changeSet.href({ changeSetId: changeSet.id })),
  });
  const read = (of: NonNullable<typeof file>, next: ImportChoice) => {
    setChoice(next);
    preview.mutate(
      { ...of, ...next, indexId },
      {
        onSuccess: ({ columns }) => {
          if (next.columns === undefined || columns.length > MOST_COLUMNS) return;
          keep.mutate({
            headings: columns.map(({ heading }) => heading.slice(0, maxLength.search)),
            columns: columns.map(({ use }) => use),
          });
        },
      },
    );
  };
  return {
    file,
    choice,
    preview,
    /** How much of the preview has come. */
    bytes,
    cancel: () => {
      preview.reset();
      reading.current?.abort();
    },
    taken,
    takeCell: (key: string, isTaken: boolean) => {
      const next = new Set(taken);
      if (isTaken) next.add(key);
      else next.delete(key);
      setTaken(next);
    },
    stage,
    /** A mended file keeps what was chosen, but for its columns, which are mapped by their headings. */
    choose: async (chosen: File) => {
      const content = base64Of(new Uint8Array(await chosen.arrayBuffer()));
      const next = { fileName: chosen.name, content };
      setFile(next);
      read(next, { ...choice, columns: undefined });
    },
    change: (parts: ImportChoice) => {
      if (file !== null) read(file, { ...choice, ...parts });
    },
  };
}
