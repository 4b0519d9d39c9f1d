/** Text of the service as a text column takes it: PostgreSQL refuses NUL and halves of surrogate pairs. */
export function storedText(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}
