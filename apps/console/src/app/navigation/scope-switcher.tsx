import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import { paths } from "#/paths.ts";
import { indexVersionQuery } from "#/index-choice/queries.ts";
import { useIndexChoices } from "#/index-choice/use-index-choices.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { IndexSwitcher } from "#/index-choice/index-switcher.tsx";
import { usePageChrome } from "#/ui/page/page-chrome.ts";
import { Verdict, worstVerdictOf } from "#/marks/verdict.tsx";
import { comparisonAddress, switchedAddress } from "./switch-address.ts";

const everywhere = {
  label: "Everywhere",
  items: [{ id: "all", name: "All directories", mark: <Icon name="layers" size={14} />, hasId: false }],
};

/** Switches the page that is open to another index. */
export function ScopeSwitcher() {
  const { scope } = usePageChrome();
  const navigate = useNavigate();
  const location = useLocation();
  const { sections, query, areOutdated, message, onQuery, onOpen } = useIndexChoices();
  // Every page of a directory shows the mark of that directory.
  const { data: directory } = useQuery({ ...indexVersionQuery(scope?.id ?? ""), enabled: scope !== null });
  const mark =
    scope === null || directory === undefined ? (
      <Icon name="layers" />
    ) : directory.readOnly ? (
      <Icon name="lock" />
    ) : (
      <Verdict verdict={worstVerdictOf(directory.counts)} show="mark" />
    );
  const choose = (id: string, compare: boolean) => {
    if (id === "all") return void navigate(paths.indexVersions.href());
    const comparing = compare ? comparisonAddress(location.pathname, id) : null;
    void navigate(comparing ?? switchedAddress(location, id));
  };
  return (
    <IndexSwitcher
      current={{
        mark,
        name: scope?.name ?? "All directories",
        ...(scope === null ? {} : { note: <span className="mono">{scope.id}</span> }),
      }}
      sections={query === "" ? [...sections, everywhere] : sections}
      query={query}
      areOutdated={areOutdated}
      message={message}
      onQuery={onQuery}
      onOpen={onOpen}
      onChoose={(id, { compare }) => choose(id, compare)}
    />
  );
}
