import { expect, it } from "vitest";
import { type StreamedEvent, streamedEvents } from "./streamed-events.ts";

const bodyOf = (pieces: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

async function take(body: ReadableStream<Uint8Array>): Promise<StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  for await (const event of streamedEvents(body, { silentMs: 1_000 })) events.push(event);
  return events;
}

it("reads the same events wherever the answer is cut into pieces", async () => {
  const text = `event: start\nid: 7\ndata: {}\n\n: here\n\nevent: change\nid: 8\ndata: {"subject":"a: Sørensen"}\n\nevent: cut`;
  const bytes = new TextEncoder().encode(text);
  const events = [
    { type: "start", id: "7", data: "{}" },
    { type: "change", id: "8", data: `{"subject":"a: Sørensen"}` },
  ];
  for (const size of [1, 2, 7, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.slice(index * size, (index + 1) * size),
    );
    expect(await take(bodyOf(pieces))).toEqual(events);
  }
});

it("gives up a stream on which nothing comes, and lets it go", async () => {
  let isLeft = false;
  const silent = new ReadableStream<Uint8Array>({ cancel: () => void (isLeft = true) });
  await expect(streamedEvents(silent, { silentMs: 5 }).next()).rejects.toThrow("Nothing came");
  expect(isLeft).toBe(true);
});
