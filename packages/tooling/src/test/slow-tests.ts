/** The paths of tests with whole servers, PostgreSQL or a browser. */
export const slowTests =
  /^apps\/bff\/system-tests\/|^apps\/console\/e2e\/|\.pg\.test\.ts$|^packages\/tooling\/src\/(?:bench|bootstrap|start)\.test\.ts$/;
