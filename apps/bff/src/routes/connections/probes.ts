import { CreateProbeInput, Probe } from "@dc/contract";
import { createProbe } from "#/operations/probes/create.ts";
import { operation, routesOf, serviceProblems } from "#/routes/operation.ts";

export function probeRoutes() {
  return routesOf(
    "Developer",
    operation({ forAll: "probe" }, "createProbe", "POST /probes", {
      summary: "Probe the operations of the service: reads, and writes in the test index if requested in test mode",
      body: CreateProbeInput,
      answer: [201, "The checks with their results, and the operations that are proven", Probe],
      problems: ["wrong_state", ...serviceProblems],
      call: ({ context, body }) => createProbe(context, body),
    }),
  );
}
