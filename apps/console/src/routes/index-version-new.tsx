import type { Creation } from "@dc/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { itemsOf } from "#/api/list-query.ts";
import { paths } from "#/paths.ts";
import { CreateForm } from "#/features/index-versions/creation/create-form.tsx";
import { SettleCreation, type SettleCreationProps } from "#/features/index-versions/creation/settle-creation.tsx";
import { openCreationsQuery } from "#/features/index-versions/queries.ts";
import { type CreateDraft, useCreateDraft } from "#/features/index-versions/creation/use-create-draft.ts";
import { CreationPreview } from "#/features/index-versions/creation/creation-preview.tsx";
import { useCopyRoster } from "#/features/roster/mutations.ts";
import { samplesQuery } from "#/connection/samples-query.ts";
import { RosterPaste, useRosterAnswers } from "#/features/roster/roster-paste.tsx";
import { useMappingKeptByUse } from "#/sheet-file/use-mapping-kept-by-use.ts";
import { indexVersionTexts } from "#/connection/index-version-texts.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { hasOperation } from "#/connection/capabilities.ts";
import { Note } from "#/marks/note.tsx";
import { Page } from "#/ui/page/page.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { UnsavedStatus } from "#/ui/form/unsaved-status.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";

/** The creation as it stands now; the page is left once it has settled by itself, or elsewhere. */
function UnknownCreation({ creation, onSettled }: SettleCreationProps) {
  const navigate = useNavigate();
  const toast = useToast();
  const { data, isFetchedAfterMount, hasNextPage } = useInfiniteQuery(openCreationsQuery);
  const now = itemsOf(data, ({ id }) => id).find(({ id }) => id === creation.id);
  const isSettledElsewhere = isFetchedAfterMount && !hasNextPage && now === undefined;
  const isLeft = useRef(false);
  useEffect(() => {
    if (!isSettledElsewhere || isLeft.current) return;
    isLeft.current = true;
    toast({ text: `“${creation.name}” is settled. If it was created, it is in this list.`, seconds: 10 });
    void navigate(paths.indexVersions.href());
  }, [isSettledElsewhere, creation.name, toast, navigate]);
  return (
    <SettleCreation
      creation={now ?? creation}
      onSettled={(settled) => {
        isLeft.current = true;
        onSettled(settled);
      }}
    />
  );
}

export function Component() {
  const [params] = useUrlState();
  const navigate = useNavigate();
  const toast = useToast();
  const { data: connection } = useQuery(connectionQuery);
  const { data: samples, isPending } = useQuery(samplesQuery);
  const copyRoster = useCopyRoster();
  const { draft, type, clear, put } = useCreateDraft();
  const [unknown, setUnknown] = useState<{ creation: Creation; asked: CreateDraft } | null>(null);
  const isSample = draft.roster === null && params.get("roster") === "sample";
  const roster = draft.roster ?? (isSample ? (samples?.roster ?? "") : "");
  const mapping = useMappingKeptByUse();
  const answers = useRosterAnswers(roster);
  const open = (indexId: string) => navigate(paths.directory.href({ indexId }));

  const created = async (creation: Creation, takeRosterOf: string | null) => {
    const { indexId } = creation;
    if (indexId === null) return;
    if (takeRosterOf !== null) {
      try {
        await copyRoster.mutateAsync({ into: indexId, from: takeRosterOf });
      } catch {
        toast({ text: "It is created; the other roster could not be copied. Copy it with “Add to the roster”." });
      }
    }
    toast({
      text: (
        <>
          “<bdi>{creation.name}</bdi>” is created.
          {creation.changeSetId === null ? "" : " The other directory’s overrides wait in a draft change set."}
        </>
      ),
      action: {
        label: "Print or share its brief",
        run: () => void navigate(paths.directoryBrief.href({ indexId })),
      },
      seconds: 10,
    });
    await open(indexId);
  };
  const discard = () => {
    clear();
    mapping.map(null);
    toast({ text: "What you typed is discarded.", undo: () => put(draft), seconds: 10 });
  };
  const crumbs = [{ label: "Index versions", to: paths.indexVersions.href() }, { label: "Create" }];
  if (unknown !== null) {
    return (
      <Page
        key="unknown"
        title="It is not known whether it was created"
        crumbs={crumbs}
        lede={`“${unknown.creation.name}” was sent once, and no trustworthy reply came.`}
      >
        <UnknownCreation
          creation={unknown.creation}
          onSettled={({ indexId, state }) => {
            if (state === "not created") {
              put(unknown.asked);
              return setUnknown(null);
            }
            return void (indexId === null ? navigate(paths.indexVersions.href()) : open(indexId));
          }}
        />
      </Page>
    );
  }
  if (connection !== undefined && !hasOperation(connection, "createIndexVersion")) {
    return (
      <Page title="Create an index version" crumbs={crumbs}>
        <Note
          kind="refused"
          actions={
            <>
              <Link to={paths.indexVersions.href({ adopt: "" })}>Add an existing index version</Link>
              <Link to={paths.developerProfile.href()}>Open the profile</Link>
            </>
          }
        >
          The service profile “<bdi>{connection.profile.name}</bdi>” has no way to create an index version, so none can
          be created from here. Have one made elsewhere and adopt it by its id, or write createIndexVersion into the
          profile.
        </Note>
      </Page>
    );
  }
  // Pressing Create before the sample roster has loaded would create a directory without one.
  if (isSample && isPending)
    return (
      <Page title="Create an index version" crumbs={crumbs}>
        {null}
      </Page>
    );
  return (
    <Page
      title="Create an index version"
      crumbs={crumbs}
      lede={indexVersionTexts(connection).lede}
      {...(draft.since === null
        ? {}
        : { actions: <UnsavedStatus word="Kept" since={draft.since} onDiscard={discard} /> })}
    >
      <CreateForm
        mode={connection?.mode ?? "test"}
        draft={draft}
        onType={type}
        roster={{
          text: roster,
          practitioners: answers.practitioners,
          schedules: answers.schedules,
          lookedUp: answers.lookedUp,
          bad: answers.bad.length,
        }}
        rosterField={(error) => (
          <RosterPaste
            value={roster}
            onChange={(roster) => type({ roster })}
            mapping={mapping}
            sample={samples?.roster ?? null}
            error={error}
          />
        )}
        aside={(plan) => <CreationPreview plan={plan} connection={connection} />}
        onCreated={(creation, takeRosterOf) => void created(creation, takeRosterOf)}
        onUnknown={(creation) => {
          setUnknown({ creation, asked: draft });
        }}
        onAnswered={() => {
          void mapping.keepUsed();
          clear();
        }}
        onLeave={() => void navigate(paths.indexVersions.href())}
      />
    </Page>
  );
}
