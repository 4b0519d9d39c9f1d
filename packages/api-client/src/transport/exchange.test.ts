import { expect, it } from "vitest";
import { createProfile } from "#/profile/profile.ts";
import { readSuccess } from "./exchange.ts";

const operation = createProfile({ extends: "default", name: "of the test" }).data.operations["readSchedule"];

function readAs(contentType: string) {
  if (operation === undefined) throw new TypeError("the default profile reads schedules");
  const response = { status: 200, headers: { "content-type": contentType }, body: Buffer.from("{}") };
  return readSuccess(operation, { response, fetchedAt: 0, durationMs: 0, requestId: null, retryAfterMs: null })
    .resource;
}

it.each(["application/json", "Application/JSON; charset=utf-8", "application/problem+json"])(
  "takes a success of the type %s",
  (type) => {
    expect(readAs(type)).toEqual({});
  },
);

it.each(["text/html", "text/html, application/json", "application/json, text/html", "application/jsonp", ""])(
  "refuses a success of the type %j",
  (type) => {
    expect(() => readAs(type)).toThrow("the content type is not JSON");
  },
);
