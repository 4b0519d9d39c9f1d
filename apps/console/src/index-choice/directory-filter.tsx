import { useQuery } from "@tanstack/react-query";
import { IndexField } from "./index-field.tsx";
import { nameOfIndex } from "./index-name.ts";
import { indexVersionQuery } from "./queries.ts";
import { IndexMark, useIndexChoices } from "./use-index-choices.tsx";

interface DirectoryFilterProps {
  /** Null for any. */
  value: string | null;
  onChange: (indexId: string | null) => void;
}

const any = { label: "All", items: [{ id: "", name: "Any directory", mark: null, hasId: false }] };

/** What narrows a list to one directory, found by name, referrer or id. */
export function DirectoryFilter({ value, onChange }: DirectoryFilterProps) {
  const { find: _, sections, ...choices } = useIndexChoices({ withGiven: false });
  const { data: index } = useQuery({ ...indexVersionQuery(value ?? ""), enabled: value !== null });
  return (
    <IndexField
      {...choices}
      sections={value === null ? sections : [any, ...sections]}
      label="Directory"
      labelHidden
      small
      none="Any directory"
      current={
        value === null
          ? null
          : index === undefined
            ? { mark: null, name: value, id: "" }
            : { mark: <IndexMark index={index} />, name: nameOfIndex(index), id: "" }
      }
      onChoose={(id) => onChange(id === "" ? null : id)}
    />
  );
}
