import type { RecordChoices } from "@dc/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { bff, path } from "#/api/bff.ts";
import { errorSentence } from "#/api/bff-error.ts";
import { WrappedName } from "#/ui/display/mid-truncate.tsx";
import { type PickerOption, PickerRemark, SearchPicker } from "#/ui/form/search-picker.tsx";

const recordChoicesQuery = (indexId: string, type: string, q: string) =>
  queryOptions({
    queryKey: ["record choices", indexId, type, q],
    queryFn: ({ signal }) =>
      bff.get<RecordChoices>(path`/index-versions/${indexId}/records/${type}`, { query: { q }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export interface RecordPickerProps {
  label: string;
  indexId: string;
  /** The type of the records to choose from. */
  type: string;
  optionOf: (id: string) => PickerOption;
  onChoose: (id: string) => void;
  onLeave: () => void;
}

/** Finds records of a type by name, as the service lists or looks them up, or by id, which is read. */
export function RecordPicker({ indexId, type, optionOf, onChoose, ...props }: RecordPickerProps) {
  return (
    <SearchPicker
      {...props}
      help="By name or id. The choice is staged; nothing is sent yet."
      listLabel="Records"
      queryOf={(typed) => recordChoicesQuery(indexId, type, typed)}
      itemsOf={(_, found: RecordChoices | null) => found?.items ?? []}
      optionOf={({ id }) => optionOf(id)}
      onChoose={({ id }) => onChoose(id)}
      nameOf={({ id, name }) => (
        <>
          {name === null ? null : <WrappedName text={name} />} <code>{id}</code>
        </>
      )}
      nothing={({ typed, found }) =>
        found?.failure ??
        (typed === ""
          ? `Type a part of the name, or the id, of a ${type}.`
          : found?.from === "known"
            ? `No ${type} that is known here matches. Enter a complete id instead.`
            : `The service finds no ${type} by this name or id.`)
      }
      errorText={errorSentence}
      note={({ found }) =>
        found === null ? null : found.items.length > 0 && found.failure !== null ? (
          <PickerRemark>{found.failure}</PickerRemark>
        ) : found.more ? (
          <PickerRemark>There are more. Type more of the name to find them.</PickerRemark>
        ) : found.from === "known" && found.items.length > 0 ? (
          <PickerRemark>
            The service can’t list records of this type: these were read before. Enter the id of any other.
          </PickerRemark>
        ) : null
      }
    />
  );
}
