/**
 * Who may import whom. In one line: server → routes, auth-api → domains → ui, downward only; all but ui and safety use the platform.
 *
 * Types count as imports here: this file is about what one part knows of another, not about what survives the build.
 * Every rule is proven by a seeded violation in test/architecture/rule-fixtures/seeds.ts; a rule without a seed fails that test.
 */

const tests = '[.]test[.]tsx?$'
/** Files of the pages: the areas, what the browser loads for them, and React Router's own files. */
const pages = '^src/(?:routes/|client/|[^/]+$)'
const database = '(?:^|/)node_modules/(?:pg|pg-[^/]+|kysely)/|^src/platform/database(?:/|[.])'
/** Packages made for React, and our own .tsx, which imports React without writing it down. */
const react = '(?:^|/)node_modules/.*react|[.]tsx$'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Files that import each other are one file in two places: neither can be read, tested or moved alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved-imports',
      comment:
        'An import that leads nowhere fails at run time. Modules made by the build have no file to find.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|/[+]types/' },
    },
    {
      name: 'no-undeclared-packages',
      comment:
        'A package that only another package brought along is gone or changed after their next release.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-development-packages-at-run-time',
      comment:
        'The product runs on what stands in dependencies. routes.ts is read by the build alone, and development.ts is ' +
        'loaded only by npm run dev. Icons are bundled into the pages, for the server too (vite.config.ts, noExternal).',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '^src/routes[.]ts$', '^src/server/boot/development[.]ts$'] },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: '/node_modules/lucide-react/|^node_modules/lucide-react/',
      },
    },
    {
      name: 'routes-never-import-the-server',
      comment:
        'The server knows the pages; a page that knows the server cannot be rendered or tested without it.',
      severity: 'error',
      from: { path: pages },
      to: { path: '^src/server/' },
    },
    {
      name: 'domains-import-nothing-above',
      comment: 'A domain serves pages, /api and /auth/v1 alike, so it knows none of them.',
      severity: 'error',
      from: { path: '^src/domains/' },
      to: { path: ['^src/server/', '^src/auth-api/', pages] },
    },
    {
      name: 'auth-api-imports-no-pages',
      comment:
        'The API for apps stands beside the pages: both use domains/identity, and neither needs the other.',
      severity: 'error',
      from: { path: '^src/auth-api/' },
      to: { path: ['^src/server/', '^src/ui/', pages] },
    },
    {
      name: 'packages-import-nothing-of-ours',
      comment: 'A package could be published as it is.',
      severity: 'error',
      from: { path: '^packages/', pathNot: tests },
      to: { path: '^(?:src|test|scripts|bench)/' },
    },
    {
      name: 'ui-imports-nothing-above',
      comment: 'The design system is built of components that know no term, person or page.',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: { path: ['^src/server/', '^src/auth-api/', '^src/domains/', pages] },
    },
    {
      name: 'ui-uses-no-platform',
      comment: 'A component takes what it shows as properties: configuration and clock are not its business.',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: { path: '^src/platform/' },
    },
    {
      name: 'platform-imports-only-platform',
      comment: 'Everything stands on the platform, so it stands on nothing of ours.',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/', pathNot: '^src/platform/' },
    },
    {
      name: 'domains-meet-through-contract-or-reads',
      comment:
        'What a domain shows to others is written down in two places; the rest it may change without asking.',
      severity: 'error',
      from: { path: '^src/domains/([^/]+)/' },
      to: {
        path: '^src/domains/',
        pathNot: [
          '^src/domains/$1/',
          '[.](?:contract[.]ts|reads[.]server[.]ts)$',
          // The next rule says who may.
          '[.]personal-data[.]server[.]ts$',
        ],
      },
    },
    {
      name: 'only-account-gathers-personal-data',
      comment:
        'What a domain gives out and erases of a person stands in one file, and one domain asks for it: whoever wants to ' +
        'know who can take everything reads that one.',
      severity: 'error',
      from: { path: '^src/domains/([^/]+)/', pathNot: '^src/domains/account/' },
      to: { path: '[.]personal-data[.]server[.]ts$', pathNot: '^src/domains/$1/' },
    },
    {
      name: 'safety-imports-nothing',
      comment: 'Quick Hide must work when everything else is broken, so nothing else can break it.',
      severity: 'error',
      from: { path: '^src/domains/safety/', pathNot: tests },
      to: { pathNot: '^src/domains/safety/' },
    },
    {
      name: 'browser-code-never-reaches-server-files',
      comment:
        'Components, elements and what they share with the server (contract, rules) are sent to the reader. By no ' +
        'detour may a query, a key or a setting travel along.',
      severity: 'error',
      from: {
        path: [
          '^src/ui/',
          '^src/domains/.+/ui/',
          '[.](?:element|client)[.]ts$',
          '^src/domains/.+[.](?:contract|rules)[.]ts$',
          '^src/client/',
          '^src/entry[.]client[.]ts$',
        ],
        pathNot: tests,
      },
      to: { path: '[.]server[.]tsx?$', reachable: true },
    },
    {
      name: 'only-reads-and-writes-touch-the-database',
      comment:
        'Whoever asks what the database is asked about a person reads these files and no others. Loaders hand the ' +
        'handle on without knowing its type.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          tests,
          '^src/(?:server|platform)/',
          '^src/(?:domains|auth-api)/.+[.](?:reads|writes|personal-data)[.]server[.]ts$',
        ],
      },
      to: { path: database },
    },
    {
      name: 'only-sign-in-creates-owners',
      comment:
        'An Owner is the proof that somebody signed in is asking. Whoever could make one could ask for anybody.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          tests,
          '^src/server/http/authentication[.]ts$',
          '^src/(?:domains/identity|auth-api)/.*[.]writes[.]server[.]ts$',
        ],
      },
      to: { path: '^src/platform/create-owner[.]ts$' },
    },
    {
      name: 'demo-reaches-no-writes',
      comment: 'The demo shows the real rooms to strangers; nothing they click may be stored.',
      severity: 'error',
      from: { path: '^src/(?:domains|routes)/demo/', pathNot: tests },
      to: { path: '[.]writes[.]server[.]ts$', reachable: true },
    },
    {
      name: 'areas-never-visit-one-another',
      comment:
        'Public pages, the dashboard and the demo promise different things; what they share lives in a domain.',
      severity: 'error',
      from: { path: '^src/routes/([^/]+)/' },
      to: { path: '^src/routes/[^/]+/', pathNot: '^src/routes/$1/' },
    },
    {
      name: 'elements-reach-no-react',
      comment:
        'A page that holds no state loads no React: 6 kB instead of 108, and no click is lost before hydration.',
      severity: 'error',
      from: {
        path: [
          '[.]element[.]ts$',
          '^src/(?:domains|ui)/.*[.]client[.]ts$',
          '^src/client/(?:public-pages|demo-pages|home-page|safe-mode|search-index|forms)[.]ts$',
        ],
        pathNot: tests,
      },
      to: { path: react, reachable: true },
    },
    {
      name: 'product-imports-no-tools',
      comment: 'The product runs without its tests, measurements and scripts.',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { path: '^(?:test|bench|scripts)/' },
    },
    {
      name: 'only-tests-import-tests',
      comment:
        'What a test holds and another needs lives in test/support; tools and measurements may use that as well.',
      severity: 'error',
      from: { pathNot: [tests, '^test/'] },
      to: { path: [tests, '^test/(?!support/)'] },
    },
  ],
  options: {
    // Only swc reads TypeScript when the compiler is version 7. The default parser guesses and misses imports; without
    // @swc/core it finds no module at all, and says that all is well.
    parser: 'swc',
    doNotFollow: { path: '(?:^|/)node_modules/' },
    exclude: { path: '^(?:build|[.]react-router)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
    skipAnalysisNotInRules: true,
  },
}
