import "./theme/tokens.css";
import "./theme/base.css";
import { createRoot } from "react-dom/client";
import { UNSAFE_createBrowserHistory as createBrowserHistory } from "react-router";
import { bff } from "./api/bff.ts";
import { consoleBuild } from "./api/console-build.ts";
import { createQueryClient } from "./api/query-client.ts";
import { Providers } from "./app/providers.tsx";
import { ConsoleRouter, openPages } from "./app/router.tsx";

consoleBuild.loaded(document.querySelector<HTMLMetaElement>('meta[name="console-build"]')?.content);
// Every answer names the build that the server has by now, which may lack a file that this page asked for.
addEventListener("vite:preloadError", () => void bff.get("/session").catch(() => null));
const client = createQueryClient();
// The router's own history: `v5Compat` has it tell of what the console navigates to itself.
const pages = openPages(client, createBrowserHistory({ v5Compat: true }));

// Few people need it, so that it is no part of the first screen's weight.
if (matchMedia("(forced-colors: active)").matches) void import("./theme/forced-colors.css");

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <Providers client={client}>
    <ConsoleRouter pages={pages} />
  </Providers>,
);
