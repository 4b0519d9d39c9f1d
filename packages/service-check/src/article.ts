/** The name of a record type with its article, inside a sentence: "a schedule", "an insurance". */
export function withArticle(name: string): string {
  return /^[aeiou]/i.test(name) ? `an ${name}` : `a ${name}`;
}
