import type { ComponentType, ReactNode } from "react";
import { useNavigate } from "react-router";
import { Button } from "#/ui/form/button.tsx";
import { SelectField } from "#/ui/form/field.tsx";
import type { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { oneOf, useUrlState } from "#/ui/page/use-url-state.ts";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { FilterField } from "./filter-field.tsx";
import { Toolbar } from "./toolbar.tsx";
import styles from "./toolbar.module.css";

interface FilterOption {
  value: string;
  label: string;
}

/** A filter in the address: a text, or a choice whose first option is not in the address. */
export interface ListFilter {
  /** Its name in the address. */
  name: string;
  label: string;
  options?: readonly [FilterOption, ...FilterOption[]];
  /** A choice of another list, rather than of less of it, with what shows its options side by side. */
  tabs?: typeof SegmentedControl;
  /** What its value is chosen with where it is neither typed nor one of a few. */
  field?: ComponentType<{ value: string | null; onChange: (value: string | null) => void }>;
}

export interface ListScreenProps<Row> extends Omit<DataTableProps<Row>, "rowHref"> {
  filters: readonly ListFilter[];
  /** Says what the filters search, where they find nothing. */
  noResults: ReactNode;
  /** What else of the address a change of filters removes. */
  resets?: readonly string[];
  /** At the other side of the filters. */
  toolbarEnd?: ReactNode;
  /** The address that a row leads to; null where it leads nowhere. */
  rowHref?: (row: Row) => string | null;
}

/** A list as a screen has it: filters that are kept in the address, and a table of what they find. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { filters, noResults, resets = [], toolbarEnd, empty, rowHref, onOpen, ...table } = props;
  const [params, change] = useUrlState();
  const navigate = useNavigate();
  const set = (parts: { readonly [name: string]: string | null }) =>
    change({ ...Object.fromEntries(resets.map((name) => [name, null])), ...parts });
  const narrowing = filters.filter(({ tabs }) => tabs === undefined);
  const open =
    onOpen ??
    (rowHref === undefined
      ? undefined
      : (row: Row) => {
          const to = rowHref(row);
          if (to !== null) void navigate(to);
        });
  return (
    <>
      <Toolbar end={toolbarEnd}>
        {filters.map((filter, index) => (
          <FilterInput
            key={filter.name}
            filter={filter}
            value={params.get(filter.name)}
            isMain={index === 0}
            onChange={(value) => set({ [filter.name]: value })}
          />
        ))}
      </Toolbar>
      <DataTable
        {...table}
        {...(rowHref === undefined ? {} : { rowHref })}
        {...(open === undefined ? {} : { onOpen: open })}
        empty={
          narrowing.some(({ name }) => params.has(name)) ? (
            <EmptyState
              title="No results"
              primary={
                <Button onClick={() => set(Object.fromEntries(narrowing.map(({ name }) => [name, null])))}>
                  {narrowing.length === 1 ? "Clear the filter" : "Clear the filters"}
                </Button>
              }
            >
              {noResults}
            </EmptyState>
          ) : (
            empty
          )
        }
      />
    </>
  );
}

interface FilterInputProps {
  filter: ListFilter;
  value: string | null;
  isMain: boolean;
  onChange: (value: string | null) => void;
}

function FilterInput({ filter, value, isMain, onChange }: FilterInputProps) {
  const { label, options, tabs: Tabs, field: Field } = filter;
  if (Field !== undefined)
    return (
      <div className={styles["found"]}>
        <Field value={value} onChange={onChange} />
      </div>
    );
  if (options === undefined) {
    const field = (
      <FilterField
        label={label}
        main={isMain}
        value={value ?? ""}
        onChange={(text) => onChange(text === "" ? null : text)}
      />
    );
    return isMain ? field : <div className={styles["second"]}>{field}</div>;
  }
  const [first, ...others] = options;
  const choice = {
    label,
    value: oneOf(value, [first.value, ...others.map((option) => option.value)]),
    options,
    onChange: (chosen: string) => onChange(chosen === first.value ? null : chosen),
  };
  return Tabs === undefined ? <SelectField labelHidden small {...choice} /> : <Tabs small {...choice} />;
}
