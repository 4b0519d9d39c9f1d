import type { BffRequest } from "#/api/bff.ts";
import { useCommand } from "#/commands/use-command.ts";
import { sizeText } from "#/ui/display/count.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { MenuButton, type MenuItem } from "#/ui/overlay/menu-button.tsx";
import { exportFile, useExportUnderWay } from "./exports-under-way.ts";
import styles from "./export-menu.module.css";

const labels = { csv: "CSV", xlsx: "Excel (XLSX)", json: "JSON", jsonl: "JSON lines", patch: "JSON Patch" } as const;

type Format = keyof typeof labels;

export interface Export {
  /** What the file holds, where the menu has several. */
  heading?: string;
  /** The address of the export. */
  address: string;
  query?: BffRequest["query"];
  formats: readonly Format[];
}

export const tableFormats = ["csv", "xlsx", "json"] as const;
export const differenceFormats = [...tableFormats, "patch"] as const;

/** A menu of the files in which what is on screen can be had; of one that takes long, how much has come, and a way to cancel it. */
export function ExportMenu({ exports, isQuiet = false }: { exports: readonly Export[]; isQuiet?: boolean }) {
  const save = useCommand({
    run: ({ address, query }: Pick<Export, "address" | "query">) => exportFile(address, query),
    failed: "It could not be exported.",
  });
  const underWay = useExportUnderWay(exports.map(({ address }) => address));
  const formatItems = exports.flatMap(({ heading, address, query, formats }) =>
    formats.map((format, at): MenuItem => ({
      label: heading === undefined ? labels[format] : `${heading}: ${labels[format]}`,
      divided: at === 0 && heading !== undefined && address !== exports[0]?.address,
      run: () => save.mutate({ address, query: { ...query, format } }),
    })),
  );
  return (
    <MenuButton
      label="Export"
      className={styles[isQuiet ? "quiet" : "button"]}
      items={underWay === undefined ? formatItems : [{ label: "Cancel the export", run: underWay.cancel }]}
    >
      <span>
        <Icon name="download" size={14} />
        {underWay === undefined ? "Export" : `Exporting, ${sizeText(underWay.bytes)}`}
      </span>
    </MenuButton>
  );
}
