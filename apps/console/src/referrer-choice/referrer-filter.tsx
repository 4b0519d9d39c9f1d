import type { Referrer, ReferrerPage } from "@dc/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { bff } from "#/api/bff.ts";
import { errorSentence } from "#/api/bff-error.ts";
import { IndexField } from "#/index-choice/index-field.tsx";
import { detailsOfEqualNames } from "./referrer-details.ts";

const shownReferrers = 50;

interface ReferrerFilterProps {
  /** Null for any. */
  value: string | null;
  onChange: (referrerId: string | null) => void;
}

const any = { label: "All", items: [{ id: "", name: "Any referrer", mark: null, hasId: false }] };
const words = {
  find: "Find a referrer",
  placeholder: "Find a referrer by name or practitioner id",
  list: "Referrers",
};

/** What narrows a list to one referrer, found among all by name or practitioner id. */
export function ReferrerFilter({ value, onChange }: ReferrerFilterProps) {
  const [opened, setOpened] = useState(false);
  const [query, setQuery] = useState("");
  const q = useDeferredValue(query.trim());
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: ["referrers", "choice", q, shownReferrers],
    queryFn: ({ signal }) => bff.get<ReferrerPage>("/referrers", { query: { q, limit: shownReferrers }, signal }),
    enabled: opened,
    placeholderData: keepPreviousData,
  });
  const { data: chosen } = useQuery({
    queryKey: ["referrers", value],
    queryFn: ({ signal }) => bff.get<Referrer>(`/referrers/${value}`, { signal }),
    enabled: value !== null,
  });
  const found = data?.items ?? [];
  const areOutdated = q !== query.trim() || isPending || isPlaceholderData;
  const details = detailsOfEqualNames(found);
  const listed = {
    label: data?.nextCursor == null ? "Referrers" : `The first ${found.length}: type to find others`,
    items: found.map(({ id, name }) => {
      const note = details.get(id);
      return { id, name, mark: null, hasId: false, ...(note === undefined ? {} : { note }) };
    }),
  };
  const nobody = areOutdated
    ? "Loading the referrers"
    : q === ""
      ? "There are no referrers yet."
      : "No referrer matches.";
  return (
    <IndexField
      sections={value === null ? [listed] : [any, listed]}
      message={error !== null ? errorSentence(error) : found.length > 0 ? undefined : nobody}
      query={query}
      areOutdated={areOutdated}
      onQuery={setQuery}
      onOpen={() => setOpened(true)}
      of={words}
      label="Referrer"
      labelHidden
      small
      none="Any referrer"
      current={value === null ? null : { mark: null, name: chosen?.name ?? value, id: "" }}
      onChoose={(id) => onChange(id === "" ? null : id)}
    />
  );
}
