import { bff, type BffRequest } from "#/api/bff.ts";
import { useCommand } from "#/commands/use-command.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { MenuButton, type MenuItem } from "#/ui/overlay/menu-button.tsx";
import { saveAnswer } from "#/ui/page/save-file.ts";
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

/** A menu of the files in which what is on screen can be had. The browser saves them as they come, shows how far and cancels them. */
export function ExportMenu({ exports, isQuiet = false }: { exports: readonly Export[]; isQuiet?: boolean }) {
  const save = useCommand({
    run: async ({ address, query }: Pick<Export, "address" | "query">) =>
      saveAnswer(await bff.fileAddress(address, { query })),
    failed: "It could not be exported.",
  });
  const formatItems = exports.flatMap(({ heading, address, query, formats }) =>
    formats.map((format, at): MenuItem => ({
      label: heading === undefined ? labels[format] : `${heading}: ${labels[format]}`,
      divided: at === 0 && heading !== undefined && address !== exports[0]?.address,
      run: () => (save.isPending ? undefined : save.mutate({ address, query: { ...query, format } })),
    })),
  );
  return (
    <MenuButton label="Export" className={styles[isQuiet ? "quiet" : "button"]} items={formatItems}>
      <span>
        <Icon name="download" size={14} />
        Export
      </span>
    </MenuButton>
  );
}
