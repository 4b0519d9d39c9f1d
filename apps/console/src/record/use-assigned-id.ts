import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/** An old address with an id of ours leads to the record under the id that the service gave it. */
export function useAssignedId(knownId: string, askedId: string, addressOf: (id: string) => string): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const to = knownId === askedId ? null : pathname.replace(addressOf(askedId), addressOf(knownId)) + search;
  useEffect(() => {
    if (to !== null) void navigate(to, { replace: true });
  }, [to, navigate]);
}
