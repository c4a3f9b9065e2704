import { describe, expect, test } from 'vitest'
import { type checks, lintPaths } from './file-layout.ts'
import { listFiles } from './files.ts'

test('Every file follows the layout', () => {
  expect(lintPaths(listFiles())).toEqual([])
})

const misplaced: Record<keyof typeof checks, string[]> = {
  'kebab-case': ['src/ui/Button/button.tsx', 'src/platform/mailQueue.ts', 'src/server/mail_queue.ts'],
  'no drawers': [
    'src/ui/utils/date.ts',
    'src/platform/helpers.ts',
    'test/support/common.ts',
    'src/domains/glossary/services/rules.ts',
    'src/server/session-manager.server.ts',
    'scripts/date-utils.ts',
    'bench/misc.ts',
    'src/lib/date.ts',
  ],
  'the folders of src': ['src/components/button.tsx', 'src/features/glossary/contract.ts', 'src/main.ts'],
  'the folders of the server': ['src/server/gate.ts', 'src/server/middleware/gate.ts'],
  'the areas of routes': ['src/routes/admin/home.tsx'],
  'the names of domains': ['src/domains/terms/contract.ts', 'src/domains/contract.ts'],
  'the roles of a domain': [
    'src/domains/glossary/terms.types.ts',
    'src/domains/glossary/contract.ts',
    'src/domains/glossary/terms.reads.ts',
    'src/domains/glossary/emails.server.ts',
    'src/domains/glossary/search.element.tsx',
    'src/domains/glossary/search/index.ts',
    'src/domains/glossary/search/words/stems.rules.ts',
    'src/domains/glossary/terms.writes.db.test.ts',
    'src/domains/glossary/everything.test.ts',
    'src/auth-api/mfa/helpers.ts',
  ],
  'folders of four': ['src/domains/glossary/marks/marks.rules.ts'],
  'safety without React': ['src/domains/safety/ui/quick-hide.tsx'],
  examples: [
    'src/ui/dialog/dialog.examples.tsx',
    'src/ui/dialog/dialog.examples.ts',
    'src/domains/glossary/ui/term-card.examples.tsx',
  ],
  journeys: [
    'test/e2e/sign-in.test.ts',
    'test/e2e/pages/home.e2e.ts',
    'test/e2e/SignIn.e2e.ts',
    'test/e2e/setup.ts',
  ],
  migrations: [
    'database/migrations/001_create_terms.sql',
    'database/migrations/20261121_create_terms.sql',
    'database/migrations/20261121093000-create-terms.sql',
    'database/migrations/20261121093000_terms.sql',
    'database/migrations/20269921093000_create_terms.sql',
    'database/migrations/20261121093000_create_terms.down.sql',
  ],
}

describe.each(Object.entries(misplaced) as [keyof typeof checks, string[]][])(
  'The layout check "%s"',
  (name, paths) => {
    test.each(paths)('reports %s', (path) => {
      expect(lintPaths([path], [name])).toEqual([expect.stringContaining(`${path}: `)])
    })
  },
)

test('a tree that uses every role passes', () => {
  const roles = ['contract', 'rules', 'reads.server', 'writes.server', 'api.server', 'jobs.server', 'client']
  const tree = [
    ...roles.flatMap((role) => [
      `src/domains/glossary/terms.${role}.ts`,
      `src/domains/glossary/search/index.${role}.ts`,
      `src/auth-api/mfa/factors.${role}.ts`,
    ]),
    'src/auth-api/README.md',
    'src/domains/glossary/terms.rules.test.ts',
    'src/domains/glossary/search/index.writes.db.test.ts',
    'src/domains/glossary/header-search.element.ts',
    'src/domains/glossary/header-search.element.browser.test.ts',
    'src/domains/glossary/terms.personal-data.server.ts',
    'src/domains/glossary/ui/term-card/term-card.browser.test.tsx',
    'src/domains/glossary/search/ui/result-list/result-list.tsx',
    'src/domains/identity/sign-in.emails.server.tsx',
    'src/domains/identity/sign-in.emails.test.tsx',
    'src/client/public-pages.ts',
    'src/routes/request-context.ts',
    'src/routes/public/home.tsx',
    'src/server/http/service-worker.ts',
    'src/routes/dev/components.tsx',
    'src/ui/fonts/literata.woff2',
    'src/ui/style.css',
    'src/ui/style.examples.tsx',
    'src/ui/select/select.tsx',
    'src/ui/select/select.examples.tsx',
    'test/e2e/leave-in-a-hurry.e2e.ts',
    'database/migrations/20261121093000_create_terms.sql',
  ]

  expect(lintPaths(tree)).toEqual([])
})
