import type { InboxEntry, PutOffInput } from "@dc/contract";
import { useQueryClient } from "@tanstack/react-query";
import { bff } from "#/api/bff.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { MenuButton } from "#/ui/overlay/menu-button.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { inboxQuery } from "./inbox-entries.tsx";
import { morningIn } from "./morning-in.ts";
import { sayPutOff, withSaid } from "./said-put-offs.ts";

const changes = ["own inbox"] as const;

let sent: Promise<unknown> = Promise.resolve();

/** Puts entries off until a time, or marks them done until something new comes of them; and takes them up again. */
function usePutOff() {
  const client = useQueryClient();
  const toast = useToast();
  /** Shown at once, so that the next key is about the next entry; sent one after the other, so that of two keys the last one counts. */
  const send = (ids: readonly string[], putOff: InboxEntry["putOff"], request: () => Promise<void>) => {
    const answers = sayPutOff(ids, putOff);
    client.setQueryData(inboxQuery.queryKey, (before) => (before === undefined ? before : withSaid(before)));
    const answered = sent.then(request).finally(answers);
    sent = answered.catch(() => undefined);
    return answered;
  };
  const takeUp = useCommand({
    run: (ids: string[]) => send(ids, null, () => bff.send("PUT", "/inbox/take-up", { ids })),
    changes,
    failed: "",
    rereadsAfter: anyFailure,
  });
  const putOff = useCommand({
    run: (input: PutOffInput) =>
      send(input.ids, { until: input.until }, () => bff.send("PUT", "/inbox/put-off", input)),
    changes,
    failed: "",
    rereadsAfter: anyFailure,
    onDone: (_answer, { ids, until }) =>
      toast({ text: until === null ? "Marked done." : "Snoozed.", undo: () => takeUp.mutate(ids) }),
  });
  return { putOff, takeUp };
}

interface PutOffVerbsProps {
  entry: InboxEntry;
  /** What it is about, as the menu names it. */
  name: string;
  /** In a menu alone, in a line of a list. */
  inMenu?: true;
}

/** What one does with an entry that is not settled now: snooze, done, or new again. */
export function PutOffVerbs({ entry: { id, at, putOff: isPutOff }, name, inMenu }: PutOffVerbsProps) {
  const { putOff, takeUp } = usePutOff();
  const ids = [id];
  const snooze = (days: number) => putOff.mutate({ ids, until: morningIn(days, new Date()), shownUntil: at });
  const done = () => putOff.mutate({ ids, until: null, shownUntil: at });
  const newAgain = () => takeUp.mutate(ids);
  useShortcuts(
    inMenu === true
      ? []
      : isPutOff !== null
        ? [{ keys: "u", label: "New again", run: newAgain }]
        : [
            { keys: "s", label: "Snooze until tomorrow", run: () => snooze(1) },
            { keys: "y", label: "Done", run: done },
          ],
  );
  const snoozes = [
    { label: "Until tomorrow", run: () => snooze(1) },
    { label: "For three days", run: () => snooze(3) },
    { label: "For a week", run: () => snooze(7) },
  ];
  if (inMenu === true)
    return (
      <MenuButton
        label={`More for ${name}`}
        items={
          isPutOff !== null
            ? [{ label: "New again", run: newAgain }]
            : [
                { label: "Done", run: done },
                ...snoozes.map((item, at) => ({ ...item, ...(at === 0 ? { heading: "Snooze" } : {}) })),
              ]
        }
      />
    );
  if (isPutOff !== null)
    return (
      <Button variant="subtle" rightSection={<Kbd keys="u" hint />} onClick={newAgain}>
        New again
      </Button>
    );
  return (
    <>
      <Button variant="subtle" rightSection={<Kbd keys="s" hint />} onClick={() => snooze(1)}>
        Snooze
      </Button>
      <Button variant="subtle" rightSection={<Kbd keys="y" hint />} onClick={done}>
        Done
      </Button>
      <MenuButton label={`Snooze for longer: ${name}`} items={snoozes} />
    </>
  );
}
