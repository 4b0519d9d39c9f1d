import type { IndexVersion } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { IndexField } from "./index-field.tsx";
import { nameOfIndex } from "./index-name.ts";
import { indexVersionQuery } from "./queries.ts";
import { IndexMark, useIndexChoices, type IndexChoicesOptions } from "./use-index-choices.tsx";

export interface DirectoryFieldProps extends IndexChoicesOptions {
  label: string;
  labelHidden?: boolean;
  help?: ReactNode;
  chosen: string | null;
  /** The chosen directory as a list has it, shown until the directory itself has been read. */
  known?: IndexVersion | undefined;
  onChoose: (index: IndexVersion) => void;
}

/** One directory among all that are known, found by name, referrer or id. */
export function DirectoryField({ label, labelHidden, help, chosen, known, onChoose, ...options }: DirectoryFieldProps) {
  const { find, ...choices } = useIndexChoices(options);
  const { data: index } = useQuery({
    ...indexVersionQuery(chosen ?? ""),
    enabled: chosen !== null,
    ...(known === undefined ? {} : { placeholderData: known }),
  });
  return (
    <IndexField
      {...choices}
      label={label}
      {...(labelHidden === undefined ? {} : { labelHidden })}
      {...(help === undefined ? {} : { help })}
      current={
        chosen === null
          ? null
          : index === undefined
            ? { mark: null, name: chosen, id: "" }
            : { mark: <IndexMark index={index} />, name: nameOfIndex(index), id: index.id }
      }
      onChoose={(id) => {
        const directory = find(id);
        if (directory !== undefined) onChoose(directory);
      }}
    />
  );
}
