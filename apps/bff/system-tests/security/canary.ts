/** Searches for a secret in every spelling in which it could leak, and notes where it was found. */
export interface Canary {
  /** Searches a text or bytes; `where` names it in the report. */
  look(where: string, content: string | Uint8Array): void;
  /** Searches status, headers and body of a response, and returns the body's text. */
  lookAtAnswer(where: string, answer: Response): Promise<string>;
  readonly looked: number;
  /** Where the secret was found, and in which spelling; never the secret itself. */
  readonly hits: readonly string[];
}

/** The spellings of a key: plain, as the Basic credential with and without its colon, URL-encoded, in hex and reversed. */
export function spellingsOf(key: string): ReadonlyMap<string, string> {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const spellings = {
    plain: key,
    "base64 of key and colon": base64(`${key}:`).replace(/=+$/, ""),
    "base64 of the key": base64(key).replace(/=+$/, ""),
    // Inside a longer text base64 spells a secret differently: these are the constant parts for each of the three
    // offsets.
    "base64 one further": base64(`x${key}`).slice(2, -4),
    "base64 two further": base64(`xx${key}`).slice(3, -4),
    "URL-encoded": encodeURIComponent(`${key}:`),
    "URL-encoded base64": encodeURIComponent(base64(`${key}:`)),
    hex: Buffer.from(key).toString("hex"),
  };
  return new Map(Object.entries(spellings));
}

export function createCanary(key: string): Canary {
  const spellings = [...spellingsOf(key)].map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  const hits: string[] = [];
  let looked = 0;
  const look: Canary["look"] = (where, content) => {
    looked += 1;
    const bytes = Buffer.from(content);
    for (const { name, bytes: spelled } of spellings) if (bytes.includes(spelled)) hits.push(`${where}: ${name}`);
  };
  return {
    look,
    async lookAtAnswer(where, answer) {
      const text = await answer.text();
      look(
        `${where} (headers)`,
        `${answer.status} ${answer.statusText}\n${[...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n")}`,
      );
      look(`${where} (body)`, text);
      return text;
    },
    get looked() {
      return looked;
    },
    get hits() {
      return hits;
    },
  };
}
