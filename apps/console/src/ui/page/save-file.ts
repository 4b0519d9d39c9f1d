/** So long some browsers take to begin with a file. */
const KEPT_MS = 60_000;

/** Saves a file as a browser saves one. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  save(address, name);
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** Has the browser save what the server answers at an address, as it comes and by the name that the server gives it. */
export function saveAnswer(address: string): void {
  save(address, "");
}

function save(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
