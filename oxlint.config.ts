import type { OxlintConfig, OxlintOverride } from "oxlint";

/** Imports that a file may not make, as patterns ("!" allows again; the last that fits counts), and why. */
interface Rule {
  group: string[];
  message: string;
}

/** What these files may not import. Of several boundaries around a file, the last counts. */
function boundary(files: string | readonly string[], ...patterns: readonly Rule[]): OxlintOverride {
  return { files: [files].flat(), rules: { "no-restricted-imports": ["error", { patterns: [...patterns] }] } };
}

/** The same in the console, which shares the types of the contract alone. */
function consoleBoundary(
  files: string | readonly string[],
  message: string,
  ...folders: readonly string[]
): OxlintOverride {
  const paths = [
    {
      name: "@dc/contract",
      allowTypeImports: true,
      message:
        "The console shares the contract's types; its schemas stay out of the bundle. Values come from @dc/contract/limits.",
    },
    { name: "react", importNames: ["lazy"], message: "Use lazyPart: it says where a part of a page cannot be loaded." },
  ];
  const shared = [
    "@dc/contract",
    "@dc/contract/limits",
    "@dc/contract/access",
    "@dc/directory",
    "@dc/directory/exact-number",
    "@dc/directory/fewest-phone-digits",
    "@dc/directory/fold-text",
    "@dc/directory/parse-json",
  ];
  const patterns = [{ group: ["@dc/**", ...shared.map((name) => `!${name}`), ...folders], message }];
  return {
    files: [files].flat().map((glob) => `apps/console/${glob}`),
    rules: { "no-restricted-imports": ["error", { paths, patterns }] },
  };
}

/** Everything of ours but these. */
function allBut(...names: readonly string[]): string[] {
  return ["@dc/**", "#/**", ...names.map((name) => `!${name.startsWith("#") ? `${name}/**` : name}`)];
}

/** The folders of a server under the operations. */
const store = ["#/runtime", "#/store", "#/upstream"];
const records = ["@dc/contract", "@dc/directory", "#/records", "#/context", ...store];
const sending = [...records, "#/ledger", "#/sending"];
const ledgerWrites = "#/store/ledger-writes/**";
const internals = "#/operations/*/internal/**";

const bff: OxlintOverride[] = [
  { files: ["apps/bff/**"], rules: { "directory-console/no-own-words-in-problems": "error" } },
  boundary(
    "apps/bff/**",
    {
      group: ["sandbox", "console", "tooling"].flatMap((app) => [`@dc/${app}`, `@dc/${app}/**`]),
      message: "No app imports another app.",
    },
    { group: [ledgerWrites], message: "Only the ledger writes its tables." },
    {
      group: [internals],
      message:
        "What a noun keeps in internal/ is its own: import what its folder offers, or put what several nouns read into views/.",
    },
  ),
  boundary("apps/bff/src/runtime/**", {
    group: allBut("@dc/contract", "@dc/directory", "#/runtime"),
    message: "The runtime is the bottom: it imports nothing of the server.",
  }),
  boundary("apps/bff/src/store/**", {
    group: allBut("@dc/directory", "#/store", "#/runtime"),
    message: "The store knows the directory and nothing above it.",
  }),
  boundary("apps/bff/src/upstream/**", {
    group: allBut("@dc/api-client", "@dc/service-check", "@dc/directory", "#/upstream", "#/runtime"),
    message:
      "Upstream translates between api-client (with its service check) and directory, and knows nothing above it.",
  }),
  boundary("apps/bff/src/request-log/**", {
    group: [...allBut("@dc/api-client", "@dc/contract", "@dc/directory", "#/request-log", ...store), ledgerWrites],
    message: "The request log is beside store and upstream, and knows nothing above them.",
  }),
  boundary("apps/bff/src/sign-in/**", {
    group: [...allBut("@dc/contract", "#/sign-in", "#/runtime", "#/store"), ledgerWrites],
    message: "Sign-in is beside the store, and knows nothing above it.",
  }),
  boundary("apps/bff/src/context/**", {
    group: [
      ...allBut("@dc/contract", "@dc/directory", "#/context", ...store, "#/request-log", "#/sign-in"),
      ledgerWrites,
    ],
    message: "The context declares what operations work with: what implements it lies above.",
  }),
  boundary("apps/bff/src/records/**", {
    group: [...allBut(...records), ledgerWrites],
    message: "Reading and comparing records know nothing of who asks: what follows subscribes in reactions.ts.",
  }),
  boundary("apps/bff/src/ledger/**", {
    group: allBut(...records, "#/ledger"),
    message: "The ledger knows nothing of operations and of the sender.",
  }),
  boundary("apps/bff/src/sending/**", {
    group: [...allBut(...sending), ledgerWrites],
    message: "The sender knows the ledger and what is below it, and no operation.",
  }),
  boundary("apps/bff/src/gateway/**", {
    group: [...allBut("@dc/api-client", "@dc/directory", "#/gateway", "#/context", ...store), ledgerWrites],
    message: "The gateway has its own way to the service and the store, without operations.",
  }),
  boundary("apps/bff/src/views/**", {
    group: [...allBut(...sending, "#/views"), ledgerWrites],
    message: "Views answer what several operations read, and know no operation.",
  }),
  boundary("apps/bff/src/sheets/**", {
    group: allBut("@dc/contract", "@dc/directory", "@dc/directory/**", "#/sheets", "#/runtime"),
    message: "Sheets read and write tables, whatever is in them.",
  }),
  boundary("apps/bff/src/operations/**", {
    group: [...allBut(...sending, "#/views", "#/sheets", "#/operations"), internals, ledgerWrites],
    message:
      "Operations use views, sheets, the ledger, the sender, records, store and upstream, and of each other what is not internal.",
  }),
  boundary("apps/bff/src/http/**", {
    group: allBut("@dc/contract", "@dc/directory", "#/http", "#/context", "#/runtime"),
    message: "HTTP knows the context and nothing of what routes do.",
  }),
  boundary("apps/bff/src/routes/**", {
    group: [...allBut("@dc/contract", "#/routes", "#/http", "#/operations", "#/context", "#/runtime"), internals],
    message:
      "Routes reach the store, the ledger and the service through operations only, and nothing internal to them.",
  }),
  boundary(["apps/bff/src/**/*.test.ts", "apps/bff/src/testing/**", "apps/bff/system-tests/**"], {
    group: ["@dc/console", "@dc/console/**"],
    message: "A test may import one hop upstream: console, bff, sandbox, api-client.",
  }),
];

// Imports go main, app, routes, features, then the folders that features share, and last marks, ui and api: never back.
// paths.ts, which makes every address, is open to all but marks, ui and api.
const aboveFeatures = ["#/main.tsx", "#/app/**", "#/routes/**"];
const noOtherFeature = "No feature imports another: share it in a folder beside features, or compose them in routes.";
const sharedFolders = [
  "connection",
  "index-choice",
  "json",
  "kinds",
  "page-visits",
  "plan-choice",
  "record",
  "referrer-choice",
  "sheet-file",
];

const consoleApp: OxlintOverride[] = [
  consoleBoundary("**", "The console imports contract and directory alone."),
  consoleBoundary(
    "src/routes/**",
    "Routes compose features; app knows routes, never the reverse.",
    "#/main.tsx",
    "#/app/**",
  ),
  // A feature imports its own folder as ./x; what two of them need lies in a shared folder.
  consoleBoundary(["src/features/**", "src/changes/**"], noOtherFeature, ...aboveFeatures, "#/features/**"),
  // Those with folders of their own.
  ...["practitioners", "change-sets", "index-versions"].map((feature) =>
    consoleBoundary(
      `src/features/${feature}/**`,
      noOtherFeature,
      ...aboveFeatures,
      "#/features/**",
      `!#/features/${feature}/**`,
    ),
  ),
  consoleBoundary(
    sharedFolders.map((folder) => `src/${folder}/**`),
    "What is shared knows nothing of features, and what is shown nothing of how it is changed.",
    ...aboveFeatures,
    "#/features/**",
    "#/changes/**",
  ),
  consoleBoundary(
    "src/commands/**",
    "Commands run what is given to them: they know the api, marks and the ui.",
    ...aboveFeatures,
    "#/features/**",
    "#/changes/**",
    ...sharedFolders.map((folder) => `#/${folder}/**`),
  ),
  consoleBoundary("src/api/**", "The api knows the contract and nothing above it.", "#/**", "!#/api/**"),
  boundary("apps/console/src/ui/**", {
    group: allBut("#/ui"),
    message: "Parts of the ui know no word of the domain: they import nothing of ours.",
  }),
  boundary(
    ["src/**/*.test.ts", "src/**/*.test.tsx", "src/testing/**", "e2e/**", "playwright.config.ts"].map(
      (glob) => `apps/console/${glob}`,
    ),
    {
      group: ["@dc/sandbox", "@dc/sandbox/**", "@dc/api-client", "@dc/api-client/**"],
      message: "A test may import one hop upstream: console, bff, sandbox, api-client.",
    },
  ),
  boundary("apps/console/src/marks/**", {
    group: allBut("@dc/directory", "#/ui", "#/marks"),
    message: "Marks draw words of the domain: they import the ui and the domain, nothing else.",
  }),
  boundary(["apps/console/src/ui/**/*.test.ts", "apps/console/src/ui/**/*.test.tsx"], {
    group: allBut("#/ui", "#/testing"),
    message: "The tests of the ui import nothing of ours but what renders it.",
  }),
  {
    // The scrim's press repeats Escape.
    files: ["apps/console/src/app/palette/palette.tsx"],
    rules: {
      "jsx-a11y/click-events-have-key-events": "off",
      "jsx-a11y/no-noninteractive-element-interactions": "off",
    },
  },
  {
    // Focus stays on an item here, whose keys choose and close; the scrim's press repeats Escape.
    files: ["confirm-button", "floating-panel", "menu-button", "side-drawer"].map(
      (part) => `apps/console/src/ui/overlay/${part}.tsx`,
    ),
    rules: {
      "jsx-a11y/click-events-have-key-events": "off",
      "jsx-a11y/interactive-supports-focus": "off",
      "jsx-a11y/no-noninteractive-element-interactions": "off",
      "jsx-a11y/no-static-element-interactions": "off",
    },
  },
];

const belowStore = ["#/json", "#/seed", "#/settings", "#/spelling"];

const sandbox: OxlintOverride[] = [
  boundary("apps/sandbox/**", {
    group: ["@dc/**"],
    message: "The sandbox is the other side of the wire: it imports nothing of ours.",
  }),
  boundary(["apps/sandbox/src/json/**", "apps/sandbox/src/seed/**"], {
    group: allBut(),
    message: "JSON and the generated data import nothing of the sandbox.",
  }),
  boundary("apps/sandbox/src/faults/**", { group: allBut("#/json"), message: "Faults know JSON alone." }),
  boundary("apps/sandbox/src/settings/**", { group: allBut("#/faults"), message: "Settings know faults alone." }),
  boundary(["apps/sandbox/src/spelling/**", "apps/sandbox/src/profile/**", "apps/sandbox/src/store/**"], {
    group: allBut(...belowStore),
    message: "Spellings, profiles and the store know no handler and no request.",
  }),
  boundary("apps/sandbox/src/routes/**", {
    group: allBut(...belowStore, "#/store"),
    message: "Imports go main, app, http, routes, store, spelling: never back.",
  }),
  boundary("apps/sandbox/src/http/**", {
    group: [
      "@dc/**",
      "#/app.ts",
      "#/main.ts",
      ...["control", "profile", "documentation", "testing"].map((folder) => `#/${folder}/**`),
    ],
    message: "Imports go main, app, control, http, routes: never back. The service knows no profile.",
  }),
  boundary("apps/sandbox/src/control/**", {
    group: ["@dc/**", "#/app.ts", "#/main.ts", "#/documentation/**", "#/testing/**"],
    message: "Imports go main, app, control, http, routes: never back.",
  }),
  boundary("apps/sandbox/src/documentation/**", {
    group: ["@dc/**", ...["http", "routes", "control", "profile", "testing"].map((folder) => `#/${folder}/**`)],
    message: "The documentation sees the service from outside, and no profile of it.",
  }),
  boundary(["apps/sandbox/src/**/*.test.ts", "apps/sandbox/src/testing/**"], {
    group: ["@dc/**", "!@dc/api-client"],
    message: "A test may import one hop upstream: console, bff, sandbox, api-client.",
  }),
];

const aboveTransport = ["#/writes/**", "#/resources/**", "#/client.ts"];
const namesOfKinds = "Of the domain, the client knows the names of the kinds alone, as a type.";
const noWayBack = "Imports go client, resources, writes, transport, profile: never back.";

const apiClient: OxlintOverride[] = [
  boundary("packages/api-client/**", {
    group: ["@dc/**"],
    message: "The client of the service knows nothing of ours.",
  }),
  boundary("packages/api-client/src/errors/**", { group: allBut(), message: "Errors know nothing of the service." }),
  boundary("packages/api-client/src/json/**", {
    group: allBut("@dc/directory/exact-number", "@dc/directory/number-value", "@dc/directory/parse-json"),
    message: "JSON knows nothing of the service and, of the domain, how numbers keep their digits alone.",
  }),
  boundary("packages/api-client/src/profile/**", {
    group: ["@dc/**", "#/transport/**", ...aboveTransport],
    message: "A profile is data about the service: it sends nothing.",
  }),
  {
    files: ["packages/api-client/src/profile/kinds/kinds.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [{ name: "@dc/directory", allowTypeImports: true, message: namesOfKinds }],
          patterns: [
            { group: ["@dc/**", "!@dc/directory", "#/transport/**", ...aboveTransport], message: namesOfKinds },
          ],
        },
      ],
    },
  },
  boundary("packages/api-client/src/transport/**", { group: ["@dc/**", ...aboveTransport], message: noWayBack }),
  boundary("packages/api-client/src/writes/**", {
    group: ["@dc/**", "#/resources/**", "#/client.ts"],
    message: noWayBack,
  }),
];

const client = ["@dc/**", "!@dc/api-client"];
const [suite, check, commands] = ["#/contract-suite/**", "#/profile-check/**", "#/cli/**"];
const apart = "The two checks do not know each other, nor their commands.";

const serviceCheck: OxlintOverride[] = [
  boundary("packages/service-check/**", {
    group: client,
    message: "The service check uses the client through its front door, and nothing else of ours.",
  }),
  boundary("packages/service-check/src/cli/**", {
    group: [...client, "!@dc/directory"],
    message: "The commands give the client what formats phone numbers, and know nothing else of ours.",
  }),
  boundary(
    ["service", "suggestions", "kinds"].map((folder) => `packages/service-check/src/${folder}/**`),
    {
      group: [...client, suite, check, commands],
      message: "What both checks use knows neither of them.",
    },
  ),
  boundary("packages/service-check/src/contract-suite/**", { group: [...client, check, commands], message: apart }),
  boundary("packages/service-check/src/profile-check/**", { group: [...client, suite, commands], message: apart }),
  boundary("packages/service-check/src/draft/**", {
    group: [...client, suite, check, "#/service/**", commands],
    message: "A draft asks nothing of a service, and decides nothing.",
  }),
  boundary(["packages/service-check/src/**/*.test.ts", "packages/service-check/src/testing/**"], {
    group: [...client, "!@dc/directory", "!@dc/sandbox/app", "!@dc/tooling/child-server"],
    message: "Its tests check the sandbox, and nothing else of ours.",
  }),
];

const tooling = "Tooling starts and measures; it takes no part in the product.";

const otherPackages: OxlintOverride[] = [
  boundary("packages/directory/**", {
    group: ["*", "!./**", "!#/**", "!libphonenumber-js", "!libphonenumber-js/**"],
    message: "The domain is pure: it imports libphonenumber-js and nothing else.",
  }),
  boundary(["packages/directory/src/**/*.test.ts", "packages/directory/src/testing/**"], {
    group: ["@dc/**"],
    message: "The domain's tests import nothing of ours but the domain.",
  }),
  boundary("packages/contract/**", {
    group: ["@dc/**", "!@dc/directory"],
    message: "The contract builds on the directory alone.",
  }),
  boundary("packages/api-document/**", {
    group: ["@dc/**"],
    message: "The document is given to it: it imports nothing of ours.",
  }),
  boundary("packages/tooling/src/**", { group: ["@dc/console", "@dc/contract"], message: tooling }),
  // The bench is a client of the console's API: it reads the answers by their contract.
  boundary("packages/tooling/src/bench/**", { group: ["@dc/console"], message: tooling }),
];

const config: OxlintConfig = {
  plugins: ["eslint", "typescript", "unicorn", "oxc", "import", "promise", "node", "react", "jsx-a11y", "vitest"],
  jsPlugins: ["./packages/tooling/lint-rules.mjs"],
  categories: { correctness: "error" },
  rules: {
    "array-callback-return": "error",
    // "== null" asks for null and undefined at once, as what is optional and nullable (React's nodes, the DOM) needs.
    eqeqeq: ["error", "always", { null: "ignore" }],
    "no-control-regex": "off",
    "jsx-a11y/prefer-tag-over-role": "off",
    "jsx-a11y/no-autofocus": "off",
    "react/incompatible-library": "off",
    "vitest/no-conditional-expect": "off",
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
    "no-alert": "error",
    "no-eval": "error",
    "no-fallthrough": "error",
    "no-param-reassign": "error",
    "no-proto": "error",
    "no-self-compare": "error",
    "no-throw-literal": "error",
    "no-var": "error",
    "prefer-const": "error",
    "preserve-caught-error": "error",
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-relative-parent-imports": "error",
    "import/no-self-import": "error",
    "typescript/ban-ts-comment": "error",
    "typescript/no-deprecated": "error",
    "typescript/no-dynamic-delete": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-import-type-side-effects": "error",
    "typescript/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
    "typescript/no-non-null-assertion": "error",
    "typescript/no-unnecessary-type-assertion": "error",
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    // React Router's loaders throw its redirects, which are answers.
    "typescript/only-throw-error": ["error", { allow: [{ from: "lib", name: "Response" }] }],
    "typescript/switch-exhaustiveness-check": "error",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
  },
  overrides: [
    {
      files: ["**/*.mjs"],
      rules: {
        "typescript/no-unsafe-argument": "off",
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-call": "off",
        "typescript/no-unsafe-member-access": "off",
        "typescript/no-unsafe-return": "off",
      },
    },
    {
      // The asymmetric matchers of vitest and Playwright (expect.any) are typed any.
      files: ["**/*.test.ts", "**/*.test.tsx"],
      rules: { "typescript/no-unsafe-assignment": "off" },
    },
    {
      files: ["apps/{bff,console}/src/**", "packages/**"],
      excludeFiles: ["**/kinds/**", "**/*.test.{ts,tsx}", "**/testing/**"],
      rules: { "directory-console/no-kind-names": "error" },
    },
    {
      // A component or hook that is longer has a wall where a reader would expect one.
      files: ["apps/console/src/**/*.tsx", "apps/console/src/**/use-*.ts"],
      excludeFiles: ["**/*.test.tsx"],
      rules: { "max-lines-per-function": ["error", { max: 150 }] },
    },
    ...bff,
    ...consoleApp,
    ...sandbox,
    ...apiClient,
    ...serviceCheck,
    ...otherPackages,
  ],
  ignorePatterns: ["**/dist/**"],
};

export default config;
