import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import { extname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { type Build, buildOnce } from "#/start/build-once.ts";
import { runVite } from "#/start/console-build.ts";
import { repositoryRoot } from "#/verify/repository.ts";

const page = `<!doctype html><title>Floor</title><div id="root"></div><script type="module" src="./main.js"></script>`;
const script = `
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { QueryClient, QueryClientProvider, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { BrowserRouter, Link, useRoutes } from "react-router";
const queryFn = async () => (await fetch("/list")).json();
function List() {
  useMutation({ mutationFn: queryFn });
  useInfiniteQuery({ queryKey: ["pages"], queryFn, initialPageParam: 0, getNextPageParam: () => null });
  const { data = [] } = useQuery({ queryKey: ["list"], queryFn });
  return createElement("ul", null, data.map((name) => createElement(Link, { key: name, to: "/" }, name)));
}
function Routes() {
  return useRoutes([{ path: "*", element: createElement(List) }]);
}
const content = createElement(BrowserRouter, null, createElement(Routes));
createRoot(document.getElementById("root")).render(
  createElement(QueryClientProvider, { client: new QueryClient() }, content),
);
`;

const pageBuild: Build = {
  inputs: ["packages/tooling/src/bench/floors/library-page.ts", "apps/console/vite.config.ts", "pnpm-lock.yaml"],
  except: /\.md$/,
  output: "apps/console/node_modules/.cache/library-page/dist/index.html",
  stamp: "apps/console/node_modules/.cache/library-page-build",
};

/** The lower bound for the first screen: a page of the console's libraries that lists one name, without the product. */
export async function startLibraryPage(name: string): Promise<AsyncDisposable & { url: string }> {
  const console = join(repositoryRoot, "apps/console");
  const folder = join(console, "node_modules/.cache/library-page");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "index.html"), page);
  await writeFile(join(folder, "main.js"), script);
  await buildOnce(repositoryRoot, pageBuild, () => runVite(console, [folder, "--emptyOutDir"]));
  const sent = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const isScript = extname(path) === ".js";
    // Compressed once: the first load is slower, and no median of several.
    const answer = async () => {
      const known = sent.get(path);
      if (known !== undefined) return known;
      const file = join(folder, "dist", isScript ? path : "index.html");
      const body = brotliCompressSync(path === "/list" ? JSON.stringify([name]) : await readFile(file));
      sent.set(path, body);
      return body;
    };
    answer().then(
      (body) => {
        response.setHeader(
          "Content-Type",
          isScript ? "text/javascript" : path === "/list" ? "application/json" : "text/html",
        );
        response.setHeader("Content-Encoding", "br");
        // As the console's page: for it the browser starts a process of its own, which takes a third of the load of a page.
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The page of the libraries has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
