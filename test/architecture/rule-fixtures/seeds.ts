import type { Tree } from './tree.ts'

/** A violation, and the rule that must report it in the first changed file. */
export type Seed = { rule: string; changes: Tree }

const seeds: Record<string, Tree[]> = {
  'no-cycles': [
    { 'src/domains/glossary/terms.contract.ts': ['./terms.rules.ts'] },
    { 'src/platform/log.ts': ['type ./mail.ts'], 'src/platform/mail.ts': ['./log.ts'] },
    { 'src/ui/a/a.tsx': ['../b/b.tsx'], 'src/ui/b/b.tsx': ['../c/c.tsx'], 'src/ui/c/c.tsx': ['../a/a.tsx'] },
  ],
  'no-unresolved-imports': [
    { 'src/server/boot/start.ts': ['./nowhere.ts'] },
    { 'test/e2e/reading.e2e.ts': ['package-that-nobody-installed'] },
  ],
  'no-undeclared-packages': [
    { 'src/server/boot/start.ts': ['stray-package'] },
    { 'scripts/tool.ts': ['stray-package'] },
  ],
  'no-development-packages-at-run-time': [
    { 'src/server/boot/start.ts': ['build-tool'] },
    { 'src/ui/button/button.tsx': ['build-tool'] },
  ],
  'routes-never-import-the-server': [
    {
      'src/routes/public/home.tsx': ['../../server/http/authentication.ts'],
      'src/server/http/authentication.ts': [],
    },
    { 'src/root.tsx': ['type ./server/http/authentication.ts'], 'src/server/http/authentication.ts': [] },
    { 'src/entry.server.tsx': ['./server/http/authentication.ts'], 'src/server/http/authentication.ts': [] },
  ],
  'domains-import-nothing-above': [
    { 'src/domains/favorites/favorites.jobs.server.ts': ['../../auth-api/mfa.api.server.ts'] },
    { 'src/domains/favorites/favorites.api.server.ts': ['../../server/boot/development.ts'] },
    { 'src/domains/glossary/ui/term-card.tsx': ['../../../routes/paths.ts'], 'src/routes/paths.ts': [] },
    {
      'src/domains/glossary/terms.rules.ts': ['../../client/inline/before-first-paint.ts'],
      'src/client/inline/before-first-paint.ts': [],
    },
  ],
  'ui-imports-nothing-above': [
    { 'src/ui/button/button.tsx': ['../../domains/safety/safety.contract.ts'] },
    { 'src/ui/button/button.tsx': ['type ../../routes/paths.ts'], 'src/routes/paths.ts': [] },
    {
      'src/ui/button/button.tsx': ['../../client/inline/before-first-paint.ts'],
      'src/client/inline/before-first-paint.ts': [],
    },
    {
      'src/ui/button/button.tsx': ['../../server/http/authentication.ts'],
      'src/server/http/authentication.ts': [],
    },
  ],
  'auth-api-imports-no-pages': [
    { 'src/auth-api/mfa.api.server.ts': ['../routes/request-context.ts'] },
    { 'src/auth-api/mfa.writes.server.ts': ['../server/boot/development.ts'] },
  ],
  'packages-import-nothing-of-ours': [
    { 'packages/embedded-postgres/start.ts': ['../../src/platform/clock.ts'] },
  ],
  'ui-uses-no-platform': [{ 'src/ui/button/button.tsx': ['../../platform/clock.ts'] }],
  'platform-imports-only-platform': [
    { 'src/platform/clock.ts': ['../domains/glossary/terms.contract.ts'] },
    { 'src/platform/config.server.ts': ['../ui/button/button.tsx'] },
    {
      'src/platform/clock.ts': ['../server/http/authentication.ts'],
      'src/server/http/authentication.ts': [],
    },
  ],
  'domains-meet-through-contract-or-reads': [
    { 'src/domains/favorites/favorites.api.server.ts': ['../glossary/terms.rules.ts'] },
    { 'src/domains/favorites/favorites.writes.server.ts': ['../glossary/terms.writes.server.ts'] },
    { 'src/domains/favorites/favorites.contract.ts': ['../glossary/search/search.rules.ts'] },
    { 'src/domains/favorites/ui/list.tsx': ['../../glossary/ui/term-card.tsx'] },
  ],
  'only-account-gathers-personal-data': [
    {
      'src/domains/glossary/terms.writes.server.ts': ['../favorites/favorites.personal-data.server.ts'],
      'src/domains/favorites/favorites.contract.ts': [],
      'src/domains/favorites/favorites.writes.server.ts': ['kysely', './favorites.contract.ts'],
    },
    {
      'src/domains/favorites/favorites.reads.server.ts': ['../contact/contact.personal-data.server.ts'],
      'src/domains/contact/contact.personal-data.server.ts': [],
    },
  ],
  'safety-imports-nothing': [
    { 'src/domains/safety/safe-mode.rules.ts': ['zod'] },
    { 'src/domains/safety/safe-mode.rules.ts': ['node:crypto'] },
    { 'src/domains/safety/safe-mode.rules.ts': ['../../platform/clock.ts'] },
    { 'src/domains/safety/quick-hide.element.ts': ['type ../glossary/terms.contract.ts'] },
  ],
  'browser-code-never-reaches-server-files': [
    { 'src/domains/glossary/ui/term-card.tsx': ['../terms.reads.server.ts'] },
    { 'src/domains/glossary/search.element.ts': ['type ../../platform/config.server.ts'] },
    { 'src/domains/glossary/terms.contract.ts': ['../../platform/config.server.ts'] },
    {
      'src/domains/glossary/search/ui/list.tsx': ['../../icons.ts'],
      'src/domains/glossary/icons.ts': ['./terms.reads.server.ts'],
    },
    { 'src/ui/button/button.tsx': ['./icon.server.ts'], 'src/ui/button/icon.server.ts': [] },
    { 'src/client/public-pages.ts': ['../platform/config.server.ts'] },
    {
      'src/domains/safety/send-form.client.ts': ['./form.server.ts'],
      'src/domains/safety/form.server.ts': [],
    },
  ],
  'only-reads-and-writes-touch-the-database': [
    { 'src/domains/favorites/favorites.api.server.ts': ['kysely'] },
    { 'src/domains/glossary/terms.rules.ts': ['type pg'] },
    { 'src/domains/favorites/favorites.jobs.server.ts': ['../../platform/database/pool.server.ts'] },
    { 'src/routes/dashboard/home.tsx': ['type ../../platform/database/pool.server.ts'] },
    { 'src/root.tsx': ['pg'] },
  ],
  'only-sign-in-creates-owners': [
    {
      'src/routes/dashboard/home.tsx': ['../../platform/create-owner.ts'],
      'src/platform/create-owner.ts': [],
    },
    {
      'src/domains/favorites/favorites.writes.server.ts': ['../../platform/create-owner.ts'],
      'src/platform/create-owner.ts': [],
    },
  ],
  'demo-reaches-no-writes': [
    { 'src/routes/demo/home.tsx': ['../../domains/favorites/favorites.writes.server.ts'] },
    { 'src/routes/demo/home.tsx': ['../../domains/favorites/favorites.api.server.ts'] },
    {
      'src/domains/demo/demo.reads.server.ts': ['../favorites/favorites.reads.server.ts'],
      'src/domains/favorites/favorites.reads.server.ts': ['./favorites.writes.server.ts'],
    },
  ],
  'areas-never-visit-one-another': [
    { 'src/routes/public/home.tsx': ['../dashboard/list.tsx'], 'src/routes/dashboard/list.tsx': [] },
    { 'src/routes/dashboard/home.tsx': ['../demo/home.tsx'] },
    { 'src/routes/demo/home.tsx': ['type ../public/list.tsx'], 'src/routes/public/list.tsx': [] },
  ],
  'elements-reach-no-react': [
    { 'src/domains/glossary/search.element.ts': ['react'] },
    { 'src/domains/glossary/search.element.ts': ['./ui/term-card.tsx'] },
    { 'src/ui/menu/menu.element.ts': ['./icons.ts'], 'src/ui/menu/icons.ts': ['icons-for-react'] },
    { 'src/client/demo-pages.ts': ['../ui/button/button.tsx'] },
  ],
  'product-imports-no-tools': [
    { 'src/server/boot/start.ts': ['../../../bench/load.ts'], 'bench/load.ts': [] },
    { 'src/platform/clock.ts': ['../../scripts/time.ts'], 'scripts/time.ts': [] },
    { 'src/platform/clock.ts': ['type ../../test/support/time.ts'], 'test/support/time.ts': [] },
  ],
  'only-tests-import-tests': [
    { 'bench/measure.ts': ['../test/e2e/reading.e2e.ts'] },
    { 'scripts/tool.ts': ['../test/architecture/rules.ts'], 'test/architecture/rules.ts': [] },
    { 'src/server/boot/start.ts': ['../../domains/safety/safe-mode.rules.test.ts'] },
  ],
}

export const allSeeds: Seed[] = Object.entries(seeds).flatMap(([rule, trees]) =>
  trees.map((changes) => ({ rule, changes })),
)

export const seededRules = Object.keys(seeds)
