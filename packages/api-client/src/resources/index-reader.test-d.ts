import type { IndexReader } from "./index-reader.ts";
import type { ServiceRecord } from "./records.ts";

declare const reader: IndexReader<"idx_here">;
declare const mine: ServiceRecord<"idx_here">;
declare const theirs: ServiceRecord<"idx_there">;

void reader.follow(mine, "practitioner");
// @ts-expect-error a record of another index is followed in that index, not here
void reader.follow(theirs, "practitioner");

const followed: Promise<ServiceRecord<"idx_here"> | null> = reader.follow(mine, "practitioner");
void followed;
