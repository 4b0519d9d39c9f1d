import "#/theme/tokens.css";
import "#/theme/base.css";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { createQueryClient } from "#/api/query-client.ts";
import { ErrorPage } from "#/app/error-page.tsx";
import { Providers } from "#/app/providers.tsx";
import { Shell } from "#/app/shell.tsx";
import { connectionQuery } from "#/connection/queries.ts";
import { sessionQuery } from "#/connection/session-query.ts";
import * as signIn from "#/routes/sign-in.tsx";
import { sampleConnection, sampleSession } from "./sample-data.ts";
import { ListScreen } from "./list-screen.tsx";
import { PartsScreen } from "./parts-screen.tsx";
import { RecordScreen } from "./record-screen.tsx";
import { StatesScreen } from "./states-screen.tsx";

const client = createQueryClient();
const search = new URLSearchParams(window.location.search);
const mode = search.get("mode") === "test" ? "test" : "live";
const screen = search.get("screen") ?? "list";

if (screen === "sign-in") client.setQueryData(sessionQuery.queryKey, { person: null, setUpNeeded: false });
else client.setQueryData(sessionQuery.queryKey, sampleSession);
client.setQueryData(connectionQuery.queryKey, sampleConnection(mode));

const screens: { [name: string]: React.ComponentType } = {
  list: ListScreen,
  parts: PartsScreen,
  record: RecordScreen,
  states: StatesScreen,
};

history.replaceState(null, "", `/${window.location.search}`);
const router = createBrowserRouter([
  screen === "sign-in"
    ? { path: "*", Component: signIn.Component }
    : {
        Component: Shell,
        ErrorBoundary: ErrorPage,
        children: [{ path: "*", Component: screens[screen] ?? ListScreen }],
      },
]);

const root = document.getElementById("root");
if (root === null) throw new Error("The gallery's page has no #root");
createRoot(root).render(
  <Providers client={client}>
    <RouterProvider router={router} />
  </Providers>,
);
