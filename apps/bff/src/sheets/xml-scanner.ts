/** What is told of a document, in its order; names without their prefixes. */
export interface XmlEvents {
  /** With the attributes as they are written, for `attributesOf`. */
  open: (name: string, attributes: string) => void;
  /** A text, or a piece of one. */
  text: (text: string) => void;
  close: (name: string) => void;
}

/** The longest tag or comment that is read. */
const LONGEST_TAG = 1_000_000;
const LONGEST_ENTITY = 64;

/** Reads a document piece by piece and keeps none of it. Takes what is no XML for text, and resolves no entities but the five of XML. */
export class XmlScanner {
  readonly #events: XmlEvents;
  #rest = "";

  constructor(events: XmlEvents) {
    this.#events = events;
  }

  /** Throws where a tag is longer than any that a document has. */
  push(piece: string): void {
    const text = this.#rest + piece;
    let at = 0;
    for (;;) {
      const tag = text.indexOf("<", at);
      if (tag !== at) {
        const end = tag < 0 ? wholeEnd(text, at) : tag;
        if (end > at) this.#events.text(decoded(text.slice(at, end)));
        at = end;
      }
      const next = tag < 0 ? -1 : this.#tag(text, tag);
      if (next < 0) break;
      at = next;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > LONGEST_TAG) throw new RangeError("A tag is too long.");
  }

  /** Where what follows a tag begins; -1 where it is not whole yet. */
  #tag(text: string, at: number): number {
    const second = text.charCodeAt(at + 1);
    if (second === 0x21 || second === 0x3f || Number.isNaN(second)) return this.#apart(text, at);
    const end = tagEnd(text, at + 1);
    if (end < 0) return -1;
    if (second === 0x2f) {
      this.#events.close(localName(text.slice(at + 2, end).trim()));
      return end + 1;
    }
    const isEmpty = text.charCodeAt(end - 1) === 0x2f;
    const inside = text.slice(at + 1, isEmpty ? end - 1 : end);
    const blank = inside.search(/\s/);
    const name = localName(blank < 0 ? inside : inside.slice(0, blank));
    this.#events.open(name, blank < 0 ? "" : inside.slice(blank));
    if (isEmpty) this.#events.close(name);
    return end + 1;
  }

  /** Comments, declarations and instructions, of which only what is marked as text counts. */
  #apart(text: string, at: number): number {
    if (text.length < at + 9) return -1;
    const [begins, ends] = text.startsWith("<!--", at)
      ? ["<!--", "-->"]
      : text.startsWith("<![CDATA[", at)
        ? ["<![CDATA[", "]]>"]
        : text.startsWith("<?", at)
          ? ["<?", "?>"]
          : ["<!", ">"];
    const end = text.indexOf(ends, at + begins.length);
    if (end < 0) return -1;
    if (begins === "<![CDATA[") this.#events.text(text.slice(at + begins.length, end));
    return end + ends.length;
  }
}

/** Where a tag ends; -1 where it is not whole. */
function tagEnd(text: string, from: number): number {
  let quote = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === 0x22 || code === 0x27) quote = code;
    else if (code === 0x3e) return at;
  }
  return -1;
}

/** Up to where a text is told by now: not an entity that may go on. */
function wholeEnd(text: string, from: number): number {
  const entity = text.lastIndexOf("&");
  const isOpen = entity >= from && text.length - entity < LONGEST_ENTITY && !text.includes(";", entity);
  return isOpen ? entity : text.length;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The attributes of a tag, by their names as they are written. */
export function attributesOf(written: string): { readonly [name: string]: string } {
  const attributes: { [name: string]: string } = {};
  for (const [, name = "", double, single] of written.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes[name] = decoded(double ?? single ?? "");
  return attributes;
}

const entities: { readonly [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (all, entity: string) => {
    if (!entity.startsWith("#")) return entities[entity] ?? all;
    const code = Number(entity.replace("#", "").replace(/^x/i, "0x"));
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
  });
}
