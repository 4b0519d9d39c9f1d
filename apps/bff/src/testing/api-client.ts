import type { paths } from "@dc/api-document/types";
import createClient from "openapi-fetch";
import type { TestApp } from "./app.ts";

type Send = TestApp["signedIn"];

/** A client as programs have it, with the types of the API's document; `send` says who is asking. */
export function createApiClient(send: Send) {
  return createClient<paths>({
    baseUrl: "http://localhost",
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      return await send(request.method, `${pathname}${search}`, body === "" ? undefined : body);
    },
  });
}
