import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { BlockList } from "node:net";
import { firstLineOfTypes, generateTypes } from "@dc/api-document/generate-types";
import { siteOf } from "#/http/site.ts";
import { openApiDocument } from "#/routes/openapi.ts";
import { createApp, type Deps } from "#/server/app.ts";

// The file that is named is written for the document that the routes make, unless it is of that document already.
const [file = ""] = process.argv.slice(2);

// Routes use nothing of these until they are called, so neither a store nor a service has to be opened.
const deps = { connection: { id: "con_none" } } as Deps;
const site = siteOf({ publicUrl: undefined, host: "127.0.0.1", trustedProxies: new BlockList() });
const document = await openApiDocument(createApp({ deps, site, consoleDir: "" }));

if (!existsSync(file) || !readFileSync(file, "utf8").startsWith(firstLineOfTypes(document)))
  writeFileSync(file, await generateTypes(document));
