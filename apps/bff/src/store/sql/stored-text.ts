/** Text of the service for a text column: PostgreSQL refuses NUL and lone surrogates. */
export function storedText(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}
