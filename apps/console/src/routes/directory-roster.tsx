import type { IndexVersion } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { paths } from "#/paths.ts";
import { DirectoryField } from "#/index-choice/directory-field.tsx";
import { indexVersionChoicesQuery, indexVersionQuery } from "#/index-choice/queries.ts";
import { AddToRoster } from "#/features/roster/add-to-roster.tsx";
import { RosterList } from "#/features/roster/roster-list.tsx";
import { rosterSearch } from "#/features/roster/search.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { lazyPart } from "#/ui/page/lazy-part.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { numberText } from "#/ui/display/count.tsx";

const CreateRecordDrawer = lazyPart(() => import("#/features/practitioners/forms/create-record-drawer.tsx"));

export function Component() {
  const { indexId = "" } = useParams();
  const [params, change] = useUrlState();
  const { add, creating } = rosterSearch(params);
  const navigate = useNavigate();
  const { data: connection } = useQuery(connectionQuery);
  const { data: indexVersion } = useQuery(indexVersionQuery(indexId));
  const { data: choices } = useQuery({ ...indexVersionChoicesQuery("", "roster"), enabled: add !== null });
  const [chosen, setChosen] = useState<IndexVersion | null>(null);
  const isOffered = ({ id, roster }: IndexVersion) => id !== indexId && roster.practitioners > 0;
  const source = chosen ?? (choices?.items ?? []).find(isOffered) ?? null;
  return (
    <>
      <RosterList
        indexId={indexId}
        staleAfterS={connection?.staleAfterS}
        isStandard={indexVersion?.origin === "standard"}
      />
      <AddToRoster
        indexId={indexId}
        how={add}
        source={source === null ? null : { id: source.id, practitioners: source.roster.practitioners }}
        chooser={
          <DirectoryField
            label="Copy the roster of"
            chosen={source?.id ?? null}
            sort="roster"
            heading="Longest rosters"
            withGiven={false}
            isOffered={isOffered}
            wordsOf={({ roster }) =>
              roster.practitioners === 1 ? "1 practitioner" : `${numberText(roster.practitioners)} practitioners`
            }
            onChoose={setChosen}
          />
        }
        onHow={(how) => change({ add: how })}
        onClose={() => change({ add: null })}
      />
      {creating && indexVersion?.readOnly === false ? (
        <CreateRecordDrawer
          indexId={indexId}
          type="practitioner"
          onClose={() => change({ create: null })}
          onStaged={({ id }) => void navigate(paths.practitioner.href({ indexId, practitionerId: id }))}
        />
      ) : null}
    </>
  );
}
