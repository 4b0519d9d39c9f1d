import { AnswerInput, PageQuery, SharedAnswer, SharedBrief } from "@dc/contract";
import { answerSharedBrief, takeBackAnswer } from "#/operations/shared-briefs/answer.ts";
import { getSharedBrief } from "#/operations/shared-briefs/get.ts";
import { operation, routesOf } from "#/routes/operation.ts";

export function sharedBriefRoutes() {
  return routesOf(
    "Shared brief",
    operation("link", "getSharedBrief", "GET /shared-brief", {
      summary: "Get the brief that a link is for",
      query: PageQuery,
      answer: [200, "Those that differ from the standard data first", SharedBrief],
      problems: ["too_many_attempts"],
      call: ({ context, query, c }) => getSharedBrief(context, c.get("caller").link, query),
    }),
    operation("link", "answerSharedBrief", "POST /shared-brief/answers", {
      summary: "Say that a practitioner of the brief is right, or what is wrong; a person takes it up",
      body: AnswerInput,
      answer: [201, "It waits for a person", SharedAnswer],
      problems: ["not_found", "too_many_attempts"],
      call: ({ context, body, c }) => answerSharedBrief(context, c.get("caller").link, body),
    }),
    operation("link", "takeBackAnswer", "DELETE /shared-brief/answers/{claimId}", {
      summary: "Take back an answer that nobody settled",
      answer: [204, "Taken back"],
      problems: ["not_found", "too_many_attempts"],
      call: ({ context, params, c }) => takeBackAnswer(context, c.get("caller").link, params.claimId),
    }),
  );
}
