import type { ChangeSet, ReviewNode } from "@dc/contract";
import { maxPageSize } from "@dc/contract/limits";
import { useInfiniteQuery, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { usePermissions } from "#/connection/permissions.tsx";
import { itemsOf } from "#/api/list-query.ts";
import type { Wording } from "#/record/wording.ts";
import { countText, numberText } from "#/ui/display/count.tsx";
import { Button } from "#/ui/form/button.tsx";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { oneOf, useUrlState } from "#/ui/page/use-url-state.ts";
import { useViewport } from "#/ui/page/viewport.ts";
import { type ListFilter, ListScreen } from "#/ui/table/list-screen.tsx";
import { ChangeDetails } from "./change-details.tsx";
import type { Choice, ReviewVerb } from "#/features/change-sets/mutations.ts";
import {
  changesOfLineQuery,
  reviewedChangeQuery,
  reviewQuery,
  type ReviewView,
} from "#/features/change-sets/queries.ts";
import { ReviewBar } from "./review-bar.tsx";
import { reviewColumns, reviewCompactRow, reviewRowHeight, rowLabel } from "./review-columns.tsx";
import { choiceOf, countChosen, type ReviewRow, rowsOf } from "./review-row.ts";
import { useActsInTurn } from "./use-acts-in-turn.ts";
import { useDiscard } from "#/changes/mutations.ts";
import { useCommand } from "#/commands/use-command.ts";
import { needsWords, WordsDrawer } from "#/changes/words-drawer.tsx";

const groupings = ["person", "directory", "kind"] as const;
const levels = ["line", "group"] as const;

const filters: readonly ListFilter[] = [
  { name: "q", label: "Find a person, record or directory" },
  {
    name: "by",
    label: "Group by",
    tabs: SegmentedControl,
    options: [
      { value: "person", label: "Person" },
      { value: "directory", label: "Directory" },
      { value: "kind", label: "Kind" },
    ],
  },
  {
    name: "level",
    label: "Show",
    tabs: SegmentedControl,
    options: [
      { value: "line", label: "Changes" },
      { value: "group", label: "Groups" },
    ],
  },
  {
    name: "state",
    label: "State",
    options: [
      { value: "any", label: "Any state" },
      { value: "in review", label: "In review" },
      { value: "approved", label: "Approved" },
      { value: "rejected", label: "Rejected" },
      { value: "withdrawn", label: "Withdrawn" },
    ],
  },
  {
    name: "verdict",
    label: "Verdict",
    options: [
      { value: "any", label: "With any verdict" },
      { value: "conflict", label: "Conflict" },
      { value: "outside", label: "Outside" },
      { value: "base moved", label: "Base moved" },
      { value: "differs", label: "Differs" },
      { value: "ours", label: "Ours" },
      { value: "same", label: "Same" },
      { value: "not read", label: "Not read" },
    ],
  },
];

/** What a person may do in a review. */
interface MayAct {
  approve: boolean;
  split: boolean;
  comment: boolean;
  discard: boolean;
}

function mayActOn({ state }: ChangeSet, may: ReturnType<typeof usePermissions>["may"]): MayAct {
  const isDraft = state === "draft";
  const isChecking = state === "checking";
  return {
    approve: may("approve") && !isDraft && !isChecking,
    split: may("stage") && !isChecking,
    comment: may("comment"),
    discard: may("stage") && isDraft,
  };
}

const keysOf = (
  may: MayAct,
  beginOn: (verb: ReviewVerb) => (row: ReviewRow) => void,
  /** Whoever decides here, and may not split, is told what that takes. */
  onMayNotSplit: () => void,
) => [
  ...(may.approve
    ? [
        { keys: "a", label: "Approve", run: beginOn("approve") },
        { keys: "x", label: "Reject", run: beginOn("reject") },
        { keys: "c", label: "Ask for changes", run: beginOn("requests") },
      ]
    : []),
  ...(may.split
    ? [{ keys: "s", label: "Split off", run: beginOn("split") }]
    : may.approve
      ? [{ keys: "s", label: "Split off", run: onMayNotSplit }]
      : []),
  ...(may.comment ? [{ keys: "m", label: "Comment", run: beginOn("comments") }] : []),
];

interface DiscardRowsOptions {
  view: ReviewView;
  /** Nodes that are on the screen. */
  known: readonly ReviewNode[];
  onDone: () => void;
}

/** Discards each change that the rows of these ids stand for; so many that they fit a page. */
function useDiscardRows(changeSetId: string, { view, known, onDone }: DiscardRowsOptions) {
  const client = useQueryClient();
  const toast = useToast();
  const discarding = useDiscard();
  const changesOf = async (key: string) => {
    const one = known.find(({ change: { id } }) => id === key);
    if (one !== undefined) return { changes: [one.change], isWhole: true };
    const { items, nextCursor } = await client.query({ ...changesOfLineQuery(changeSetId, view, key), staleTime: 0 });
    return { changes: items.map(({ change }) => change), isWhole: nextCursor === null };
  };
  const tooMany = () => toast({ text: `At most ${maxPageSize} changes are discarded at once.` });
  const reading = useCommand({
    run: (ids: Iterable<string>) => Promise.all([...ids].map(changesOf)),
    failed: "The drafts could not be read, and none is discarded.",
    onDone: (lines) => {
      // A line may have grown since it was drawn.
      if (!lines.every(({ isWhole }) => isWhole)) return tooMany();
      const each = new Map(lines.flatMap(({ changes }) => changes).map((change) => [change.id, change]));
      return discarding.mutate([...each.values()], { onSuccess: onDone });
    },
  });
  return (ids: Iterable<string>, count: number) => {
    if (reading.isPending || discarding.isPending) return;
    if (count > maxPageSize) tooMany();
    else reading.mutate(ids);
  };
}

/** The change that is open, by the address at first: it may not be among the rows on screen. */
function useShownChange(changeSetId: string) {
  const [params, change] = useUrlState();
  const named = params.get("change");
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = named ?? chosen;
  const { data } = useQuery({ ...reviewedChangeQuery(changeSetId, named ?? ""), enabled: named !== null });
  const setShown = (id: string | null) => {
    setChosen(id);
    if (named !== null) change({ change: null });
  };
  return { shown, setShown, node: named === null ? undefined : (data ?? undefined) };
}

const ended = { text: "These changes have ended: nothing is left to decide about them." };

/** What the filters find: of the chosen rows, of the group that is looked into, or of the set. */
function foundBy(view: ReviewView, rows: readonly ReviewRow[], chosen: ReadonlySet<string>): Choice {
  const isAll = chosen.size === 0 && view.within === null;
  const named = isAll ? {} : choiceOf(rows, chosen.size === 0 ? new Set([view.within ?? ""]) : chosen);
  const filters = (["state", "verdict", "q"] as const).flatMap((name) =>
    view[name] === null ? [] : [[name, view[name]] as const],
  );
  return { ...named, ...Object.fromEntries(filters) };
}

const viewOf = (params: URLSearchParams, isDraft: boolean): ReviewView => ({
  by: oneOf(params.get("by"), groupings),
  level: oneOf(params.get("level"), levels),
  within: params.get("within"),
  state: isDraft ? "draft" : params.get("state"),
  verdict: params.get("verdict"),
  q: params.get("q"),
});

const isSameView = (one: ReviewView, other: ReviewView): boolean =>
  (["by", "level", "within", "state", "verdict", "q"] as const).every((name) => one[name] === other[name]);

/** An act that waits for words about it. */
interface Asked {
  verb: ReviewVerb;
  choice: Choice;
  ids: ReadonlySet<string>;
  count: number;
}

interface ChangeSetReviewProps {
  changeSet: ChangeSet;
  wording: Wording;
  /** The bar while nothing is chosen, if not that of a review. */
  bar?: ReactNode;
}

/** What a reviewer decides about: groups, lines and changes, and one act on any number of them. */
export function ChangeSetReview({ changeSet, wording, bar }: ChangeSetReviewProps) {
  const [params, change] = useUrlState();
  const { may, needed } = usePermissions();
  const viewport = useViewport();
  const isDraft = changeSet.state === "draft";
  const view = viewOf(params, isDraft);
  const list = useInfiniteQuery(reviewQuery(changeSet.id, view));
  // Until the rows of another view are there, those on screen are told, and decided about, by the view that they are of.
  const [shownView, setShownView] = useState(view);
  if (!list.isPlaceholderData && !isSameView(shownView, view)) setShownView(view);
  const groupedBy = shownView.by;
  const nodes = useMemo(() => itemsOf(list.data, ({ key }: ReviewNode) => key), [list.data]);
  const [open, setOpen] = useState<readonly string[]>([]);
  const opened = useQueries({ queries: open.map((line) => changesOfLineQuery(changeSet.id, shownView, line)) });
  const changesOf = new Map(open.map((line, index) => [line, opened[index]?.data?.items ?? []]));
  const rows = rowsOf(nodes, shownView.level, (line) => changesOf.get(line));
  const [ticked, setChosen] = useState<ReadonlySet<string>>(new Set());
  // What has left the screen, by a filter, by closing its line or by what somebody else decided, is not decided about unseen.
  const chosen = useMemo(() => new Set(rows.flatMap(({ id }) => (ticked.has(id) ? [id] : []))), [rows, ticked]);
  const { shown, setShown, node: shownAlone } = useShownChange(changeSet.id);
  const [asked, setAsked] = useState<Asked | null>(null);
  const act = useActsInTurn(changeSet);
  const toast = useToast();
  /** What was chosen for the next act stays chosen. */
  const leave = (ids: ReadonlySet<string>) => setChosen((now) => new Set([...now].filter((id) => !ids.has(id))));
  const begin = async (verb: ReviewVerb, ids: ReadonlySet<string>, count: number) => {
    if (count === 0) {
      toast(ended);
      return;
    }
    const choice = foundBy(shownView, rows, ids);
    if (verb !== "approve" && verb !== "split" && verb !== "reopen") setAsked({ verb, choice, ids, count });
    else if (await act.send({ verb, choice })) leave(ids);
  };
  const say = async (words: string) => {
    if (asked === null || !(await act.send({ verb: asked.verb, choice: asked.choice, words }))) return;
    setAsked((now) => (now === asked ? null : now));
    leave(asked.ids);
  };
  /** The chosen rows, else the row that the key was pressed on. */
  const pressedOn = ({ id }: ReviewRow) => (chosen.size > 0 ? chosen : new Set([id]));
  const beginOn = (verb: ReviewVerb) => (row: ReviewRow) => {
    const ids = pressedOn(row);
    void begin(verb, ids, countChosen(rows, ids, verb === "comments" ? "all" : "open"));
  };
  const isChecking = changeSet.state === "checking";
  const mayAct = mayActOn(changeSet, may);
  const known = nodes.concat(opened.flatMap(({ data }) => data?.items ?? []));
  const discard = useDiscardRows(changeSet.id, { view: shownView, known, onDone: () => setChosen(new Set()) });
  const count = countChosen(rows, chosen);
  const discardOn = (row: ReviewRow) => discard(pressedOn(row), countChosen(rows, pressedOn(row)));
  const shownNode = known.find(({ change: of }) => of.id === shown) ?? shownAlone;
  const toggle = (line: string) =>
    setOpen((before) => (before.includes(line) ? before.filter((one) => one !== line) : [...before, line]));
  return (
    <>
      <ListScreen
        label="Changes to review"
        filters={isDraft ? filters.filter(({ name }) => name !== "state") : filters}
        resets={["within"]}
        noResults="No change of this set matches."
        columns={reviewColumns(groupedBy, wording, changeSet, viewport)}
        query={list}
        rows={rows}
        counted={{ items: nodes.length, noun: shownView.level === "group" ? "groups" : "lines" }}
        rowId={idOf}
        rowLabel={(row) => rowLabel(row, groupedBy, wording)}
        rowHeight={reviewRowHeight(viewport)}
        compactRow={(row) => reviewCompactRow(row, groupedBy, wording)}
        toolbarEnd={
          view.within === null ? null : (
            <Button size="xs" onClick={() => change({ within: null })}>
              All groups
            </Button>
          )
        }
        onOpen={(row) => {
          if (row.as === "group") {
            if (shownView.level === "group") change({ within: row.id, level: null }, { push: true });
          } else if (row.as === "line" && row.node.changes > 1) toggle(row.id);
          else setShown(row.node.change.id);
        }}
        rowShortcuts={[
          ...keysOf(mayAct, beginOn, () => toast({ text: `Splitting off: ${needed("stage")}` })),
          ...(mayAct.discard ? [{ keys: "d", label: "Discard", run: discardOn }] : []),
          { keys: "e", label: "Show all of a change", run: (row: ReviewRow) => setShown(row.node.change.id) },
        ]}
        {...(isChecking
          ? {}
          : {
              selection: {
                ids: chosen,
                onChange: setChosen,
                noun: ["row", "rows"] as const,
                note: countText(count, "change"),
                actions: (
                  <ReviewVerbs
                    may={mayAct}
                    isDraft={isDraft}
                    busy={act.isPending}
                    rows={rows}
                    chosen={chosen}
                    onVerb={(verb) => void begin(verb, chosen, count)}
                    {...(mayAct.discard ? { onDiscard: () => discard(chosen, count) } : {})}
                  />
                ),
              },
            })}
        empty={<EmptyState title="No changes in this review">Every change has left this change set.</EmptyState>}
      />
      {chosen.size > 0 || isChecking
        ? null
        : (bar ?? (
            <ReviewBar
              changeSet={changeSet}
              found={list.data?.pages[0]?.found}
              busy={act.isPending}
              onVerb={(verb, all) => void begin(verb, new Set(), all)}
            />
          ))}
      {shownNode === undefined ? null : (
        <ChangeDetails
          changeSet={changeSet}
          change={shownNode.change}
          isOwn={shownNode.own > 0 && shownNode.approvable === 0}
          wording={wording}
          onClose={() => setShown(null)}
          onAct={(verb) => void begin(verb, new Set([shownNode.change.id]), 1)}
          onDiscard={() => discard([shownNode.change.id], 1)}
        />
      )}
      {asked === null || !needsWords(asked.verb) ? null : (
        <WordsDrawer
          verb={asked.verb}
          count={asked.count}
          busy={act.isSaying}
          onClose={() => setAsked(null)}
          onSay={(words) => void say(words)}
        />
      )}
    </>
  );
}

const idOf = ({ id }: ReviewRow) => id;

interface ReviewVerbsProps {
  may: MayAct;
  isDraft: boolean;
  busy: boolean;
  rows: readonly ReviewRow[];
  chosen: ReadonlySet<string>;
  onVerb: (verb: ReviewVerb) => void;
  onDiscard?: () => void;
}

/** What can be done with the chosen changes. */
function ReviewVerbs(props: ReviewVerbsProps) {
  const { may, isDraft, busy, rows, chosen, onVerb, onDiscard } = props;
  const count = countChosen(rows, chosen);
  const approvable = countChosen(rows, chosen, "approvable");
  return (
    <>
      {onDiscard === undefined ? null : (
        <Button rightSection={<Kbd keys="d" hint />} waits={busy} onClick={onDiscard}>
          Discard {countText(count, "change")}
        </Button>
      )}
      {may.split && !isDraft ? (
        <Button waits={busy} onClick={() => onVerb("reopen")}>
          Edit
        </Button>
      ) : null}
      {may.split ? (
        <Button rightSection={<Kbd keys="s" hint />} waits={busy} onClick={() => onVerb("split")}>
          Split off
        </Button>
      ) : null}
      {may.approve ? (
        <>
          <Button rightSection={<Kbd keys="c" hint />} onClick={() => onVerb("requests")}>
            Ask for changes
          </Button>
          <Button rightSection={<Kbd keys="x" hint />} onClick={() => onVerb("reject")}>
            Reject {numberText(count)}
          </Button>
          {approvable === 0 ? (
            countChosen(rows, chosen, "own") === 0 ? null : (
              <span>You can’t approve your own</span>
            )
          ) : (
            <Button
              variant="filled"
              rightSection={<Kbd keys="a" hint />}
              loading={busy}
              onClick={() => onVerb("approve")}
            >
              Approve {countText(approvable, "change")}
            </Button>
          )}
        </>
      ) : null}
    </>
  );
}
