import type { Inbox, InboxEntry } from "@dc/contract";

type PutOff = InboxEntry["putOff"];

/** What was put off or taken up, by the ids of entries, until a reading that was begun after the server's answer has come. */
const said = new Map<string, { putOff: PutOff; isAnswered: boolean }>();

/** From now on each inbox has it so, also one that was asked for before; call what it returns once the server has answered. */
export function sayPutOff(ids: readonly string[], putOff: PutOff): () => void {
  const one = { putOff, isAnswered: false };
  for (const id of ids) said.set(id, one);
  return () => {
    one.isAnswered = true;
  };
}

/** Call it before the inbox is asked for, and what it returns with the answer. */
export function beginReading(): (inbox: Inbox) => Inbox {
  const known = [...said].filter(([, { isAnswered }]) => isAnswered);
  return (inbox) => {
    for (const [id, one] of known) if (said.get(id) === one) said.delete(id);
    return withSaid(inbox);
  };
}

export function withSaid(inbox: Inbox): Inbox {
  const items = inbox.items.map((entry) => {
    const one = said.get(entry.id);
    return one === undefined ? entry : { ...entry, putOff: one.putOff };
  });
  return { ...inbox, items };
}
