import "./theme/tokens.css";
import "./theme/base.css";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { consoleBuild } from "./api/console-build.ts";
import { createQueryClient } from "./api/query-client.ts";
import { Providers } from "./app/providers.tsx";
import { createRouter } from "./app/router.tsx";

consoleBuild.loaded(document.querySelector<HTMLMetaElement>('meta[name="console-build"]')?.content);
const client = createQueryClient();
const router = createRouter(client);

// Few people need it, so that it is no part of the first screen's weight.
if (matchMedia("(forced-colors: active)").matches) void import("./theme/forced-colors.css");

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <Providers client={client}>
    <RouterProvider router={router} />
  </Providers>,
);
