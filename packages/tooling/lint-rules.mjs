const message =
  "The words of a refused request are in packages/directory/src/messages/problems.ts: use operationError.";

/** Lint rules of our own, for what those of the linter cannot say. */
export default {
  meta: { name: "directory-console" },
  rules: {
    "no-own-words-in-problems": {
      create: (context) => ({
        NewExpression({ callee, arguments: [, words] }) {
          if (callee.name === "OperationError" && isWritten(words)) context.report({ node: words, message });
        },
      }),
    },
  },
};

function isWritten(node) {
  if (node === undefined) return false;
  if (node.type === "TemplateLiteral") return node.quasis.some(({ value }) => /\p{L}/u.test(value.raw));
  const parts = [node.left, node.right, node.consequent, node.alternate];
  return node.type === "Literal" || parts.some(isWritten);
}
