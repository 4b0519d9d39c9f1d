import type { ChangeImportInput, ChangeImportPreview, ColumnUse, StagedChanges } from "@dc/contract";
import { useState } from "react";
import { useNavigate } from "react-router";
import { bff } from "#/api/bff.ts";
import { useCommand } from "#/commands/use-command.ts";
import { paths } from "#/paths.ts";
import { base64Of } from "#/sheet-file/base64-of.ts";

export type ImportChoice = Pick<ChangeImportInput, "reading" | "columns" | "plansOn">;

/** How columns with these headings were used last, in this browser. */
const rememberedKey = (preview: ChangeImportPreview) =>
  `directory-console.columns:${preview.columns.map(({ heading }) => heading.trim().toLowerCase()).join("|")}`;

function remembered(preview: ChangeImportPreview): ColumnUse[] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(rememberedKey(preview)) ?? "null");
    return Array.isArray(kept) ? (kept as ColumnUse[]) : null;
  } catch {
    return null;
  }
}

/** For the next file; a browser that keeps nothing asks again. */
function remember(preview: ChangeImportPreview): void {
  try {
    localStorage.setItem(rememberedKey(preview), JSON.stringify(preview.columns.map(({ use }) => use)));
  } catch {
    // It is full, or closed to this page.
  }
}

/** A file of overrides for a directory: previewed whenever something of how it is read is changed, and staged as one set. */
export function useImport(indexId: string) {
  const [file, setFile] = useState<Pick<ChangeImportInput, "fileName" | "content"> | null>(null);
  const [choice, setChoice] = useState<ImportChoice>({});
  const navigate = useNavigate();
  const preview = useCommand({
    run: (input: ChangeImportInput) => bff.post<ChangeImportPreview>("/change-imports/preview", input),
  });
  const stage = useCommand({
    run: (more: { reason: string; againstOurs: { row: number; column: number }[] }) =>
      bff.post<StagedChanges>("/change-imports", {
        ...file,
        ...choice,
        indexId,
        digest: preview.data?.digest,
        evidence: more.reason.trim() === "" ? null : { reason: more.reason },
        againstOurs: more.againstOurs,
      }),
    changes: ["change"],
    onDone: ({ changeSet }) => void navigate(paths.changeSet.href({ changeSetId: changeSet.id })),
  });
  const read = (of: NonNullable<typeof file>, next: ImportChoice) => {
    setChoice(next);
    preview.mutate(
      { ...of, ...next, indexId },
      {
        onSuccess: (answer) => {
          if (next.columns !== undefined) remember(answer);
          const columns = next.columns === undefined ? remembered(answer) : null;
          if (columns !== null) read(of, { ...next, columns });
        },
      },
    );
  };
  return {
    file,
    choice,
    preview,
    stage,
    /** A mended file keeps what was chosen. */
    choose: async (chosen: File) => {
      const content = base64Of(new Uint8Array(await chosen.arrayBuffer()));
      const next = { fileName: chosen.name, content };
      setFile(next);
      read(next, choice);
    },
    change: (parts: ImportChoice) => {
      if (file !== null) read(file, { ...choice, ...parts });
    },
  };
}
