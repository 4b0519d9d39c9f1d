import { RecordView } from "@dc/contract";
import type { BenchStack } from "./stack-types.ts";

/** What somebody who looks at these schedules sees in their standard record and in the index. */
export async function seenValues(
  stack: BenchStack,
  { indexId, schedules, field }: { indexId: string; schedules: readonly string[]; field: string },
) {
  const seen = new Map<string, unknown>();
  for (const id of schedules) {
    const answer = await stack.call("GET", `/index-versions/${indexId}/schedules/${id}?maxAge=31536000`);
    const { comparison } = RecordView.parse(answer);
    const { base, index } = comparison.fields.find(({ key }) => key === field)?.values ?? {};
    seen.set(id, { base, index });
  }
  return seen;
}
