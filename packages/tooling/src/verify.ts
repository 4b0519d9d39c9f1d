import { runVerifySteps } from "#/verify/steps.ts";

const { passed, failed } = await runVerifySteps();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
