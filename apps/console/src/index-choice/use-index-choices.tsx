import type { IndexVersion, IndexVersionQuery } from "@dc/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Icon } from "#/ui/display/icon.tsx";
import type { IndexItem, IndexSection } from "./index-picker-panel.tsx";
import { worstVerdictOf, Verdict } from "#/marks/verdict.tsx";
import { nameOfIndex } from "./index-name.ts";
import { indexVersionChoicesQuery } from "./queries.ts";

export interface IndexChoicesOptions {
  /** The order while nothing is typed. */
  sort?: IndexVersionQuery["sort"];
  /** The heading of the choices while nothing is typed, such as `Newest`. */
  heading?: string;
  /** False leaves out the standard index and the test index. */
  withGiven?: boolean;
  isOffered?: (index: IndexVersion) => boolean;
  /** A note beside each, such as `12 overrides`. */
  wordsOf?: (index: IndexVersion) => string;
}

/** The server folds names; the two given indices have plain ones, and the first screen need not load the folding for them. */
const holds = (index: IndexVersion, query: string) =>
  `${nameOfIndex(index)} ${index.id}`.toLowerCase().includes(query.trim().toLowerCase());

const given: { readonly [origin in IndexVersion["origin"]]?: string } = {
  standard: "read-only",
  test: "only in test mode",
};

export function IndexMark({ index: { readOnly, origin, counts } }: { index: IndexVersion }) {
  if (readOnly) return <Icon name="lock" size={14} />;
  if (origin === "test") return <Icon name="sliders" size={14} />;
  return <Verdict verdict={worstVerdictOf(counts)} show="mark" />;
}

/** The choices of an index panel; the server searches all index versions that are known here. */
export function useIndexChoices(options: IndexChoicesOptions = {}) {
  const { sort = "recent", heading = "Newest", withGiven = true, isOffered = () => true, wordsOf } = options;
  const [opened, setOpened] = useState(false);
  const [query, setQuery] = useState("");
  const asked = useDeferredValue(query.trim());
  const choices = useQuery({
    ...indexVersionChoicesQuery(asked, asked === "" ? sort : "name"),
    enabled: opened,
    placeholderData: keepPreviousData,
  });
  const areOutdated = asked !== query.trim() || choices.isPending || choices.isPlaceholderData;
  const pinned = withGiven ? (choices.data?.pinned ?? []).filter((index) => holds(index, query)) : [];
  const offered = [...pinned, ...(choices.data?.items ?? [])].filter(isOffered);
  const itemOf = (index: IndexVersion): IndexItem => {
    const note = wordsOf?.(index) ?? given[index.origin];
    return {
      id: index.id,
      name: nameOfIndex(index),
      mark: <IndexMark index={index} />,
      ...(note === undefined ? {} : { note }),
    };
  };
  const itemsOf = (belongs: (index: IndexVersion) => boolean) => offered.filter(belongs).map(itemOf);
  const sections: readonly IndexSection[] = [
    { label: "Standard", items: itemsOf(({ origin }) => origin === "standard") },
    {
      label: query === "" ? heading : "Directories",
      items: itemsOf(({ origin }) => origin !== "standard" && origin !== "test"),
    },
    { label: "Test", items: itemsOf(({ origin }) => origin === "test") },
  ];
  const message = choices.isError
    ? "The directories can’t be loaded."
    : offered.length > 0
      ? undefined
      : areOutdated
        ? "Loading the directories"
        : query === ""
          ? "No other directories yet."
          : "No matching index version.";
  return {
    sections,
    message,
    query,
    areOutdated,
    onQuery: setQuery,
    onOpen: () => setOpened(true),
    find: (id: string) => offered.find((index) => index.id === id),
  };
}
