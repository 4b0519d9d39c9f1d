/** The words with their first letter in upper case. */
export function capitalise(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
