import type { Tree } from './tree.ts'

/** A violation, and the rule that must see it in the first of the changed files. */
export type Seed = { rule: string; changes: Tree }

const seeds: Record<string, Tree[]> = {
  'no-cycles': [
    { 'src/domains/glossary/contract.ts': ['./rules.ts'] },
    { 'src/platform/log.ts': ['type ./mail.ts'], 'src/platform/mail.ts': ['./log.ts'] },
    { 'src/ui/a/a.tsx': ['../b/b.tsx'], 'src/ui/b/b.tsx': ['../c/c.tsx'], 'src/ui/c/c.tsx': ['../a/a.tsx'] },
  ],
  'no-unresolved-imports': [
    { 'src/server/main.ts': ['./nowhere.ts'] },
    { 'test/e2e/reading.e2e.ts': ['package-that-nobody-installed'] },
  ],
  'no-undeclared-packages': [
    { 'src/server/main.ts': ['stray-package'] },
    { 'scripts/tool.ts': ['stray-package'] },
  ],
  'no-development-packages-at-run-time': [
    { 'src/server/main.ts': ['build-tool'] },
    { 'src/ui/button/button.tsx': ['build-tool'] },
  ],
  'routes-never-import-the-server': [
    { 'src/routes/public/home.tsx': ['../../server/gate.ts'], 'src/server/gate.ts': [] },
    { 'src/root.tsx': ['type ./server/gate.ts'], 'src/server/gate.ts': [] },
    { 'src/entry.server.tsx': ['./server/gate.ts'], 'src/server/gate.ts': [] },
  ],
  'domains-import-nothing-above': [
    { 'src/domains/favorites/api.server.ts': ['../../server/development.ts'] },
    { 'src/domains/glossary/ui/term-card.tsx': ['../../../routes/paths.ts'], 'src/routes/paths.ts': [] },
    { 'src/domains/glossary/rules.ts': ['../../before-paint.ts'], 'src/before-paint.ts': [] },
  ],
  'ui-imports-nothing-above': [
    { 'src/ui/button/button.tsx': ['../../domains/safety/contract.ts'] },
    { 'src/ui/button/button.tsx': ['type ../../routes/paths.ts'], 'src/routes/paths.ts': [] },
    { 'src/ui/button/button.tsx': ['../../before-paint.ts'], 'src/before-paint.ts': [] },
    { 'src/ui/button/button.tsx': ['../../server/gate.ts'], 'src/server/gate.ts': [] },
  ],
  'ui-uses-no-platform': [{ 'src/ui/button/button.tsx': ['../../platform/clock.ts'] }],
  'platform-imports-only-platform': [
    { 'src/platform/clock.ts': ['../domains/glossary/contract.ts'] },
    { 'src/platform/config.server.ts': ['../ui/button/button.tsx'] },
    { 'src/platform/clock.ts': ['../server/gate.ts'], 'src/server/gate.ts': [] },
  ],
  'domains-meet-through-contract-or-reads': [
    { 'src/domains/favorites/api.server.ts': ['../glossary/rules.ts'] },
    { 'src/domains/favorites/writes.server.ts': ['../glossary/writes.server.ts'] },
    { 'src/domains/favorites/contract.ts': ['../glossary/search/rules.ts'] },
    { 'src/domains/favorites/ui/list.tsx': ['../../glossary/ui/term-card.tsx'] },
  ],
  'only-account-gathers-personal-data': [
    {
      'src/domains/glossary/writes.server.ts': ['../favorites/personal-data.server.ts'],
      'src/domains/favorites/contract.ts': [],
      'src/domains/favorites/writes.server.ts': ['kysely', './contract.ts'],
    },
    {
      'src/domains/favorites/reads.server.ts': ['../contact/personal-data.server.ts'],
      'src/domains/contact/personal-data.server.ts': [],
    },
  ],
  'safety-imports-nothing': [
    { 'src/domains/safety/rules.ts': ['zod'] },
    { 'src/domains/safety/rules.ts': ['node:crypto'] },
    { 'src/domains/safety/rules.ts': ['../../platform/clock.ts'] },
    { 'src/domains/safety/quick-hide.element.ts': ['type ../glossary/contract.ts'] },
  ],
  'browser-code-never-reaches-server-files': [
    { 'src/domains/glossary/ui/term-card.tsx': ['../reads.server.ts'] },
    { 'src/domains/glossary/search.element.ts': ['type ../../platform/config.server.ts'] },
    { 'src/domains/glossary/contract.ts': ['../../platform/config.server.ts'] },
    {
      'src/domains/glossary/search/ui/list.tsx': ['../../icons.ts'],
      'src/domains/glossary/icons.ts': ['./reads.server.ts'],
    },
    { 'src/ui/button/button.tsx': ['./icon.server.ts'], 'src/ui/button/icon.server.ts': [] },
    { 'src/entry.public.ts': ['./platform/config.server.ts'] },
  ],
  'only-reads-and-writes-touch-the-database': [
    { 'src/domains/favorites/api.server.ts': ['kysely'] },
    { 'src/domains/glossary/rules.ts': ['type pg'] },
    { 'src/domains/favorites/jobs.server.ts': ['../../platform/database/pool.server.ts'] },
    { 'src/routes/dashboard/home.tsx': ['type ../../platform/database/pool.server.ts'] },
    { 'src/root.tsx': ['pg'] },
  ],
  'only-sign-in-mints-owners': [
    {
      'src/routes/dashboard/home.tsx': ['../../platform/mint-owner.ts'],
      'src/platform/mint-owner.ts': [],
    },
    {
      'src/domains/favorites/writes.server.ts': ['../../platform/mint-owner.ts'],
      'src/platform/mint-owner.ts': [],
    },
  ],
  'demo-reaches-no-writes': [
    { 'src/routes/demo/home.tsx': ['../../domains/favorites/writes.server.ts'] },
    { 'src/routes/demo/home.tsx': ['../../domains/favorites/api.server.ts'] },
    {
      'src/domains/demo/reads.server.ts': ['../favorites/reads.server.ts'],
      'src/domains/favorites/reads.server.ts': ['./writes.server.ts'],
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
    { 'src/entry.demo.ts': ['./ui/button/button.tsx'] },
  ],
  'product-imports-no-tools': [
    { 'src/server/main.ts': ['../../bench/load.ts'], 'bench/load.ts': [] },
    { 'src/platform/clock.ts': ['../../scripts/time.ts'], 'scripts/time.ts': [] },
    { 'src/platform/clock.ts': ['type ../../test/support/time.ts'], 'test/support/time.ts': [] },
  ],
  'only-tests-import-tests': [
    { 'bench/measure.ts': ['../test/e2e/reading.e2e.ts'] },
    { 'scripts/tool.ts': ['../test/house/rules.ts'], 'test/house/rules.ts': [] },
    { 'src/server/main.ts': ['../domains/safety/rules.test.ts'] },
  ],
}

export const allSeeds: Seed[] = Object.entries(seeds).flatMap(([rule, trees]) =>
  trees.map((changes) => ({ rule, changes })),
)

export const seededRules = Object.keys(seeds)
