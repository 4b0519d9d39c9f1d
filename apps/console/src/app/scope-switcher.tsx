import type { IndexVersion } from "@dc/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { nameOfIndex } from "#/features/index-versions/naming.ts";
import { indexVersionChoicesQuery } from "#/features/index-versions/queries.ts";
import { Icon } from "#/ui/icon.tsx";
import { IndexSwitcher, type SwitcherItem } from "#/ui/index-switcher.tsx";
import { usePageChrome } from "#/ui/page-chrome.ts";
import { worstOf } from "#/ui/verdict-marks.tsx";
import { Verdict } from "#/ui/verdict.tsx";
import { comparingAddress, switchedAddress } from "./switch-address.ts";

function itemOf(indexVersion: IndexVersion): SwitcherItem {
  const { id, origin, readOnly, counts } = indexVersion;
  const mark = readOnly ? (
    <Icon name="lock" size={14} />
  ) : origin === "test" ? (
    <Icon name="sliders" size={14} />
  ) : (
    <Verdict verdict={worstOf(counts)} show="mark" />
  );
  const note = readOnly ? "read-only" : origin === "test" ? "only in test mode" : null;
  return { id, name: nameOfIndex(indexVersion), mark, ...(note === null ? {} : { note }) };
}

const holds = (indexVersion: IndexVersion, query: string) =>
  `${nameOfIndex(indexVersion)} ${indexVersion.id}`.toLowerCase().includes(query.trim().toLowerCase());

/** The switcher over the index that the page is in: it keeps the page and changes only the index. */
export function ScopeSwitcher() {
  const { scope } = usePageChrome();
  const [opened, setOpened] = useState(false);
  const [query, setQuery] = useState("");
  const asked = useDeferredValue(query.trim());
  const navigate = useNavigate();
  const location = useLocation();
  const choices = useQuery({
    ...indexVersionChoicesQuery(asked, asked === "" ? "recent" : "name"),
    enabled: opened,
    placeholderData: keepPreviousData,
  });
  const given = (choices.data?.pinned ?? []).filter((item) => holds(item, query));
  const mine = choices.data?.items ?? [];
  const everywhere =
    query === "" ? [{ id: "all", name: "All directories", mark: <Icon name="layers" size={14} />, hasId: false }] : [];
  const instead = choices.isError
    ? "The directories can’t be read just now."
    : choices.data === undefined
      ? "Loading the directories"
      : query !== "" && given.length + mine.length === 0
        ? "No known index version is called that."
        : undefined;
  const mark =
    scope === null ? (
      <Icon name="layers" />
    ) : scope.locked === true ? (
      <Icon name="lock" />
    ) : (
      <Verdict verdict={scope.verdict ?? "same"} show="mark" />
    );
  const choose = (id: string, compare: boolean) => {
    if (id === "all") return void navigate("/index-versions");
    const comparing = compare ? comparingAddress(location.pathname, id) : null;
    void navigate(comparing ?? switchedAddress(location, id));
  };
  return (
    <IndexSwitcher
      current={{
        mark,
        name: scope?.name ?? "All directories",
        ...(scope === null ? {} : { note: <span className="mono">{scope.id}</span> }),
      }}
      sections={[
        { label: "Standard", items: given.filter(({ origin }) => origin === "standard").map(itemOf) },
        { label: query === "" ? "Newest" : "Directories", items: mine.map(itemOf) },
        { label: "Try things out", items: given.filter(({ origin }) => origin === "test").map(itemOf) },
        { label: "Everywhere", items: everywhere },
      ]}
      query={query}
      onQuery={setQuery}
      onOpen={() => setOpened(true)}
      onChoose={(id, { compare }) => choose(id, compare)}
      {...(instead === undefined ? {} : { instead })}
    />
  );
}
