import { runSteps } from "#/verify/run-step.ts";
import { verifySteps } from "#/verify/steps.ts";

const { passed, failed } = await runSteps(verifySteps);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
