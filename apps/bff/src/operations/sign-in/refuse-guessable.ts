import { operationError } from "#/runtime/errors.ts";
import { commonPasswords } from "./common-passwords.ts";

/** Words that long passwords are often made of. */
const COMMON = ["password", "passwort", "letmein", "welcome", "iloveyou", "administrator", "admin", "secret"];
/** What fingers type along: digits, the alphabet, the rows of keyboards. */
const ROWS = ["12345678901234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm"];
const SHORTEST_RUN = 4;
const LEFT_AT_LEAST = 6;

/**
 * Refuses a password that is guessed first: one of the most common, its owner's name or address, the product's, a known word, a row of keys or one
 * character over and over, with little more.
 */
export function refuseGuessable(
  password: string,
  { name, email }: { name: string; email: string },
  pointer = "/password",
): void {
  if (commonPasswords.has(password.toLowerCase()))
    throw operationError("invalid_request", "common-password", { pointer });
  const personal = [email, ...email.split(/[@.]/), ...name.split(/\s+/), "directory", "console"].map((word) =>
    word.toLowerCase(),
  );
  const words = [...personal, ...COMMON].filter((word) => word.length >= SHORTEST_RUN);
  const rest = withoutRuns(words.reduce((left, word) => left.replaceAll(word, ""), password.toLowerCase()));
  if (rest.replace(/(.)\1+/gu, "$1").length >= LEFT_AT_LEAST) return;
  throw operationError("invalid_request", "guessable-password", { pointer });
}

function withoutRuns(text: string): string {
  let left = text;
  for (const row of ROWS.flatMap((keys) => [keys, keys.split("").toReversed().join("")]))
    for (let length = row.length; length >= SHORTEST_RUN; length -= 1)
      for (let from = 0; from + length <= row.length; from += 1)
        left = left.replaceAll(row.slice(from, from + length), "");
  return left;
}
