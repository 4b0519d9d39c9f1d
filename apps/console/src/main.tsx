import "./theme/tokens.css";
import "./theme/base.css";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { paths } from "#/app/paths.ts";
import { onSignedOut } from "./api/bff.ts";
import { consoleBuild } from "./api/console-build.ts";
import { createQueryClient } from "./api/query-client.ts";
import { Providers } from "./app/providers.tsx";
import { createRouter } from "./app/router.tsx";
import { signInAddress } from "./features/session/return-address.ts";

consoleBuild.loaded(document.querySelector<HTMLMetaElement>('meta[name="console-build"]')?.content);
const client = createQueryClient();
const router = createRouter(client);

onSignedOut(() => {
  if (router.state.location.pathname === paths.signIn.href()) return;
  client.clear();
  void router.navigate(signInAddress(router.state.location), { replace: true });
});

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <Providers client={client}>
    <RouterProvider router={router} />
  </Providers>,
);
