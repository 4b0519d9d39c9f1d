import type {
  ChangeImportInput,
  ChangeImportPreview,
  ColumnUse,
  ImportedCell,
  RecordKey,
  SheetName,
  StagedChanges,
} from "@dc/contract";
import { useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { BffError } from "#/api/bff-error.ts";
import { bff, path } from "#/api/bff.ts";
import { useCommand } from "#/commands/use-command.ts";
import { paths } from "#/paths.ts";
import { useMappingKeptByUse } from "#/sheet-file/use-mapping-kept-by-use.ts";
import { base64Of } from "#/sheet-file/base64-of.ts";

export interface ImportChoice extends Pick<ChangeImportInput, "reading" | "plansOn"> {
  columns?: ColumnUse[] | undefined;
}

const placeOf = ({ row, column }: ImportedCell) => `${row} ${column ?? ""}`;

/** Each cell by what it says of whom and against what, wherever its row stands in a mended file: all that it changes is taken together. */
function takenKeysOf(items: readonly ImportedCell[]): (cell: ImportedCell) => string {
  const against = items.filter(({ state }) => state === "against ours");
  const keys = new Map(
    [...Map.groupBy(against, placeOf)].map(([place, of]) => [
      place,
      JSON.stringify(
        of.map(({ record, field, entry, says, now }) => [record?.type, record?.id, field, entry, says, now]),
      ),
    ]),
  );
  return (cell) => keys.get(placeOf(cell)) ?? "";
}

/** A file, and how it is to be read. */
interface Asked {
  file: Pick<ChangeImportInput, "fileName" | "content">;
  choice: ImportChoice;
}

/**
 * A file of overrides for a directory: previewed whenever something of how it is read is changed, and staged as one set. What was
 * previewed last stays until the next preview has come, and where it is cancelled or refused.
 */
export function useImport(indexId: string) {
  const [previewed, setPreviewed] = useState<(Asked & { answer: ChangeImportPreview }) | null>(null);
  /** Keys of the cells against ours that are taken. */
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const navigate = useNavigate();
  const [bytes, setBytes] = useState(0);
  const reading = useRef<AbortController>(null);
  /** The file that was chosen last: an earlier one may be read later. */
  const lastChosen = useRef<File>(null);
  const preview = useCommand({
    run: ({ file, choice }: Asked) => {
      reading.current = new AbortController();
      setBytes(0);
      const { signal } = reading.current;
      const input: ChangeImportInput = { ...file, ...choice, indexId };
      return bff.post<ChangeImportPreview>("/change-imports/preview", input, { signal, onBytes: setBytes });
    },
  });
  const mapping = useMappingKeptByUse();
  const answer = previewed?.answer;
  const keyOf = useMemo(() => takenKeysOf(answer?.items ?? []), [answer]);
  const isTaken = (cell: ImportedCell) => cell.state === "against ours" && taken.has(keyOf(cell));
  const stage = useCommand({
    run: (reason: string) =>
      bff.post<StagedChanges>("/change-imports", {
        ...previewed?.file,
        ...previewed?.choice,
        indexId,
        digest: answer?.digest,
        evidence: reason.trim() === "" ? null : { reason },
        againstOurs: (answer?.items ?? []).flatMap((cell) =>
          isTaken(cell) && cell.column !== null ? [{ row: cell.row, column: cell.column }] : [],
        ),
      }),
    changes: ["change"],
    onDone: ({ changeSet }) => {
      void mapping.keepUsed();
      void navigate(paths.changeSet.href({ changeSetId: changeSet.id }));
    },
  });
  const asked = preview.isPending ? preview.variables : previewed;
  const read = (of: Asked) => {
    if (stage.isError) stage.reset();
    preview.mutate(of, {
      onSuccess: (come) => {
        const headings = come.columns.map(({ heading }) => heading);
        mapping.map(of.choice.columns === undefined ? null : { headings, columns: come.columns.map(({ use }) => use) });
        setPreviewed({ ...of, answer: come });
      },
    });
  };
  const choosing = useCommand({
    run: ({ name, record }: { name: SheetName; record: RecordKey | null }) =>
      bff.send("PUT", path`/index-versions/${name.indexId}/name-choices`, {
        text: name.texts[0],
        practitionerId: name.practitionerId,
        record,
      }),
    failed: "It is not chosen.",
    onDone: () => {
      if (asked !== null) read(asked);
    },
  });
  return {
    /** What is being read, else what was. */
    asked,
    answer,
    preview,
    /** How much of the preview has come. */
    bytes,
    cancel: () => {
      preview.reset();
      reading.current?.abort();
    },
    isTaken,
    takeCell: (cell: ImportedCell, on: boolean) => {
      const next = new Set(taken);
      if (on) next.add(keyOf(cell));
      else next.delete(keyOf(cell));
      setTaken(next);
    },
    stage,
    isChoosing: choosing.isPending || preview.isPending,
    /** Which one several of a name means, for all rows of that name; null forgets it. */
    chooseName: (name: SheetName, record: RecordKey | null) => choosing.mutate({ name, record }),
    /** What was refused is no longer told: another file was chosen. */
    forgetFailures: () => {
      if (preview.isError) preview.reset();
      if (stage.isError) stage.reset();
    },
    /** A mended file keeps what was chosen, but for its columns, which are mapped by their headings. Answers why it can’t be taken. */
    choose: async (chosen: File): Promise<string | null> => {
      lastChosen.current = chosen;
      const bytes = await chosen.arrayBuffer().catch(() => null);
      if (lastChosen.current !== chosen) return null;
      if (bytes === null) return `“${chosen.name}” can’t be read.`;
      const file = { fileName: chosen.name, content: base64Of(new Uint8Array(bytes)) };
      // The file is read by what is kept then.
      await mapping.keepUsed();
      if (lastChosen.current === chosen) read({ file, choice: { ...asked?.choice, columns: undefined } });
      return null;
    },
    /** Where what was previewed says something else by now. */
    previewAgain:
      previewed !== null && stage.error instanceof BffError && stage.error.code === "moved_since_seen"
        ? () => read(previewed)
        : null,
    change: (parts: ImportChoice) => {
      if (asked !== null) read({ ...asked, choice: { ...asked.choice, ...parts } });
    },
  };
}
