/** One server-sent event. */
export interface StreamedEvent {
  type: string;
  /** Empty where the event has none. */
  id: string;
  data: string;
}

/** The events of an answer, until it ends. Throws where nothing came for `silentMs`, as after a network has changed. */
export async function* streamedEvents(
  body: ReadableStream<Uint8Array>,
  { silentMs }: { silentMs: number },
): AsyncGenerator<StreamedEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await within(silentMs, reader.read());
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** undefined for a comment. */
function parseEvent(block: string): StreamedEvent | undefined {
  const fields = new Map(block.split("\n").map((line) => [line.split(":", 1)[0], line.replace(/^[^:]*: ?/, "")]));
  const type = fields.get("event");
  return type === undefined ? undefined : { type, id: fields.get("id") ?? "", data: fields.get("data") ?? "" };
}

async function within<Value>(ms: number, value: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`Nothing came for ${ms} ms.`)), ms);
  try {
    return await Promise.race([value, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
