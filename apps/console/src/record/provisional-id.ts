const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz";

/** An id of ours for a record that is to be created: it stands until the service gives its own. */
export function newProvisionalId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `new_${Array.from(bytes, (byte) => letters.charAt(byte % letters.length)).join("")}`;
}

export const isProvisionalId = (id: string): boolean => id.startsWith("new_");
