import { diffGoals } from "#/bench/diff.ts";
import { goalTable, type Goal } from "#/bench/goal.ts";

const SECTIONS: readonly (() => Goal[] | Promise<Goal[]>)[] = [diffGoals];

const goals: Goal[] = [];
for (const section of SECTIONS) goals.push(...(await section()));
console.log(goalTable(goals));
