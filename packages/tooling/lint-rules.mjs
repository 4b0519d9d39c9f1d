import { fieldKinds } from "@dc/directory";

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
    "no-kind-names": {
      create: (context) => {
        const report = (node) =>
          context.report({
            node,
            message: `"${node.value}" is named outside its modules: branch on the shape of the kind, or ask the kind itself.`,
          });
        return {
          BinaryExpression({ left, right }) {
            if (isKind(left) && isKindName(right)) report(right);
            if (isKind(right) && isKindName(left)) report(left);
          },
          SwitchStatement({ discriminant, cases }) {
            if (isKind(discriminant)) for (const { test } of cases) if (isKindName(test)) report(test);
          },
          CallExpression({ callee, arguments: [asked] }) {
            if (callee.property?.name !== "includes" || !isKind(asked)) return;
            for (const element of callee.object.elements ?? []) if (isKindName(element)) report(element);
          },
        };
      },
    },
  },
};

const kindNames = new Set(fieldKinds.filter((name) => name !== "bookable" && name !== "json"));

function isKindName(node) {
  return node?.type === "Literal" && kindNames.has(node.value);
}

/** Whether an expression is called kind, as in `kind`, `field.kind` and `meaning?.kind`. */
function isKind(node) {
  if (node?.type === "ChainExpression") return isKind(node.expression);
  return /kind$/i.test(node?.property?.name ?? node?.name ?? "");
}

function isWritten(node) {
  if (node === undefined) return false;
  if (node.type === "TemplateLiteral") return node.quasis.some(({ value }) => /\p{L}/u.test(value.raw));
  const parts = [node.left, node.right, node.consequent, node.alternate];
  return node.type === "Literal" || parts.some(isWritten);
}
