import { useState } from "react";
import { useNavigate } from "react-router";
import { Icon } from "#/ui/icon.tsx";
import { IndexSwitcher } from "#/ui/index-switcher.tsx";
import { usePageChrome } from "#/ui/page-chrome.ts";
import { Verdict } from "#/ui/verdict.tsx";

/** The switcher over the index that the page is in. Its list comes with the index versions' own queries. */
export function ScopeSwitcher() {
  const { scope } = usePageChrome();
  const [query, setQuery] = useState("");
  const navigate = useNavigate();
  const mark =
    scope === null ? (
      <Icon name="layers" />
    ) : scope.locked === true ? (
      <Icon name="lock" />
    ) : (
      <Verdict verdict={scope.verdict ?? "same"} show="mark" />
    );
  return (
    <IndexSwitcher
      current={{
        mark,
        name: scope?.name ?? "All directories",
        ...(scope === null ? {} : { note: <span className="mono">{scope.id}</span> }),
      }}
      sections={[{ label: "Everywhere", items: [{ id: "all", name: "All directories", mark: <Icon name="layers" /> }] }]}
      query={query}
      onQuery={setQuery}
      onChoose={() => void navigate("/")}
    />
  );
}
