import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { nameOfIndex } from "#/features/index-versions/naming.ts";
import { indexVersionChoicesQuery, indexVersionQuery } from "#/features/index-versions/queries.ts";
import { AddToRoster } from "#/features/roster/add-to-roster.tsx";
import { RosterList } from "#/features/roster/roster-list.tsx";
import { rosterSearch } from "#/features/roster/search.ts";
import { connectionQuery } from "#/features/session/queries.ts";
import { useUrlState } from "#/ui/url-state.ts";

export function Component() {
  const { indexId = "" } = useParams();
  const [params, change] = useUrlState();
  const { add } = rosterSearch(params);
  const { data: connection } = useQuery(connectionQuery);
  const { data: indexVersion } = useQuery(indexVersionQuery(indexId));
  const { data: choices } = useQuery({ ...indexVersionChoicesQuery("", "roster"), enabled: add !== null });
  const others = [...(choices?.items ?? []), ...(choices?.pinned ?? [])].filter(({ id, roster }) => id !== indexId && roster.practitioners > 0);
  return (
    <>
      <RosterList indexId={indexId} staleAfterS={connection?.staleAfterS} isStandard={indexVersion?.origin === "standard"} />
      <AddToRoster
        indexId={indexId}
        how={add}
        others={others.map((other) => ({ id: other.id, name: nameOfIndex(other), practitioners: other.roster.practitioners }))}
        onHow={(how) => change({ add: how })}
        onClose={() => change({ add: null })}
      />
    </>
  );
}
