// Runs after each install, for editors. It never fails one: a server is built and run without these types, and an older Node
// cannot read the module that makes them.
try {
  const { apiTypesStep } = await import("./src/verify/api-types.ts");
  await apiTypesStep.run();
} catch (error) {
  console.warn(`The types of the API's document could not be made; \`pnpm verify\` will try again. ${String(error)}`);
}
