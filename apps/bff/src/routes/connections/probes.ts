import { CreateProbeInput, Probe } from "@dc/contract";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "#/http/app-env.ts";
import { createProbe } from "#/operations/probes/create.ts";
import { apiRoute, jsonAnswer, jsonInput, problems } from "#/routes/describe.ts";

const create = apiRoute(
  { forAll: "probe" },
  {
    operationId: "createProbe",
    method: "post",
    path: "/probes",
    tags: ["Developer"],
    summary: "Probe the operations of the service: reads, and writes in the test index if requested in test mode",
    request: { body: jsonInput(CreateProbeInput) },
    responses: {
      201: jsonAnswer("The checks with their results, and the operations that are proven", Probe),
      ...problems(
        "wrong_state",
        "service_unreachable",
        "service_timeout",
        "service_refused",
        "service_answer_invalid",
        "service_paused",
      ),
    },
  },
);

export function probeRoutes() {
  return new OpenAPIHono<AppEnv>().openapi(create, async (c) =>
    c.json(await createProbe(c.get("context"), c.req.valid("json")), 201),
  );
}
