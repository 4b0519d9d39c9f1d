import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz";

/** An id for a record that is to be created, used until the service assigns its own. */
export function newProvisionalId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `new_${Array.from(bytes, (byte) => letters.charAt(byte % letters.length)).join("")}`;
}

export const isProvisionalId = (id: string): boolean => id.startsWith("new_");

/** Redirects an address with a provisional id to the id that the service has assigned since. */
export function useAssignedId(knownId: string, askedId: string, addressOf: (id: string) => string): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const to = knownId === askedId ? null : pathname.replace(addressOf(askedId), addressOf(knownId)) + search;
  useEffect(() => {
    if (to !== null) void navigate(to, { replace: true });
  }, [to, navigate]);
}
