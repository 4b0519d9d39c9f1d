/** So long some browsers take to begin with a file. */
const KEPT_MS = 60_000;

/** Saves a file as a browser saves one. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
