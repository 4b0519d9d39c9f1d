import { type Build, buildOnce } from "#/start/build-once.ts";
import { repositoryRoot } from "#/verify/repository.ts";
import { commandStep, type Step } from "#/verify/run-step.ts";

const build: Build = {
  inputs: [
    "apps/bff/{package.json,src/**/*}",
    "packages/{contract,directory,api-client,service-check,api-document}/{package.json,src/**/*}",
    "pnpm-lock.yaml",
  ],
  except: /\.test\.ts$|\.md$|\/api\.d\.ts$/,
  output: "packages/api-document/src/api.d.ts",
  stamp: "packages/api-document/node_modules/.cache/api-types",
};

const command = commandStep("types of the API", "node", ["apps/bff/src/testing/write-api-types.ts", build.output]);

/** Makes the types of the API's document, which git ignores, unless they are of the sources as they are. */
export const apiTypesStep: Step = {
  name: command.name,
  async run() {
    await buildOnce(repositoryRoot, build, async () => {
      const problem = await command.run();
      if (problem !== "") throw new Error(problem);
    });
    return "";
  },
};
