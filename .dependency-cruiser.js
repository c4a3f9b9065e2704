/**
 * Import rules, in one line: server → routes, auth-api → domains → ui, downward only; all but ui and safety use the platform.
 *
 * Type imports count, because they are knowledge of another part too. Each rule has a seeded violation in
 * test/architecture/rule-fixtures/seeds.ts; a rule without one fails that test.
 */

const tests = '[.]test[.]tsx?$'
/** Files of the pages: the areas, their browser entries, and React Router's own files. */
const pages = '^src/(?:routes/|client/|[^/]+$)'
const database = '(?:^|/)node_modules/(?:pg|pg-[^/]+|kysely)/|^src/platform/database(?:/|[.])'
/** React packages, and our own .tsx files, which import React implicitly. */
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
        'The product runs on `dependencies` only. routes.ts is read by the build alone, and development.ts is ' +
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
        'The API for apps is independent of the pages: both use domains/identity, and neither needs the other.',
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
      comment: 'Everything uses the platform, so it uses nothing of ours.',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/', pathNot: '^src/platform/' },
    },
    {
      name: 'domains-meet-through-contract-or-reads',
      comment:
        'A domain exposes itself to others in two kinds of files only, and is free to change the rest.',
      severity: 'error',
      from: { path: '^src/domains/([^/]+)/' },
      to: {
        path: '^src/domains/',
        pathNot: [
          '^src/domains/$1/',
          '[.](?:contract[.]ts|reads[.]server[.]ts)$',
          // Restricted by the next rule.
          '[.]personal-data[.]server[.]ts$',
        ],
      },
    },
    {
      name: 'only-account-gathers-personal-data',
      comment:
        'Export and deletion of personal data are in one file per domain, used by one domain, which shows who can access ' +
        'everything.',
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
        'Components, elements, contracts and rules are sent to the browser, which must not receive a query, a key or a ' +
        'setting, even indirectly.',
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
        'All queries about a person are in these files and no others. Loaders pass the database handle on without knowing its type.',
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
        'An Owner proves that a signed-in user makes the request. Code that could create one could act for anyone.',
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
      comment: 'The demo shows the real pages to strangers, and must store nothing.',
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
      comment: 'Code that tests share is in test/support; tools and measurements may use it too.',
      severity: 'error',
      from: { pathNot: [tests, '^test/'] },
      to: { path: [tests, '^test/(?!support/)'] },
    },
  ],
  options: {
    // Only swc reads TypeScript with version 7 of the compiler. The default parser misses imports; without @swc/core it finds no
    // module at all and reports success.
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
