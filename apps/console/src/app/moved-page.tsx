import { Navigate, useLoaderData, useLocation } from "react-router";
import { paths } from "./paths.ts";

/** Leads an address of an earlier version, which named no connection, to the same page below the first connection. */
export function MovedPage() {
  const connection = useLoaderData<string>();
  const { pathname, search, hash } = useLocation();
  return <Navigate to={{ pathname: `${paths.connection.href({ connection })}${pathname}`, search, hash }} replace />;
}
