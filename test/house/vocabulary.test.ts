import { describe, expect, test } from 'vitest'
import { listFiles } from './files.ts'
import { type checks, findMisplaced } from './vocabulary.ts'

test('every file lies where the house expects it', () => {
  expect(findMisplaced(listFiles())).toEqual([])
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
  'the rooms of src': ['src/components/button.tsx', 'src/features/glossary/contract.ts'],
  'the areas of routes': ['src/routes/admin/home.tsx'],
  'the names of domains': ['src/domains/terms/contract.ts', 'src/domains/contract.ts'],
  'the words of a domain': [
    'src/domains/glossary/types.ts',
    'src/domains/glossary/reads.ts',
    'src/domains/glossary/emails.server.ts',
    'src/domains/glossary/search.element.tsx',
    'src/domains/glossary/search/index.ts',
    'src/domains/glossary/search/words/stems/rules.ts',
    'src/domains/glossary/writes.db.test.ts',
    'src/domains/glossary/everything.test.ts',
  ],
  'safety without React': ['src/domains/safety/ui/quick-hide.tsx'],
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

describe.each(Object.entries(misplaced) as [keyof typeof checks, string[]][])('%s', (name, paths) => {
  test.each(paths)('%s is seen', (path) => {
    expect(findMisplaced([path], [name])).toEqual([expect.stringContaining(`${path}: `)])
  })
})

test('a tree that uses the whole vocabulary passes', () => {
  const words = [
    'contract',
    'rules',
    'reads.server',
    'writes.server',
    'api.server',
    'jobs.server',
    'personal-data.server',
  ]
  const tree = [
    ...words.flatMap((word) => [`src/domains/glossary/${word}.ts`, `src/domains/glossary/search/${word}.ts`]),
    'src/domains/glossary/rules.test.ts',
    'src/domains/glossary/search/writes.db.test.ts',
    'src/domains/glossary/header-search.element.ts',
    'src/domains/glossary/header-search.browser.test.ts',
    'src/domains/glossary/ui/term-card/term-card.browser.test.tsx',
    'src/domains/glossary/search/ui/result-list/result-list.tsx',
    'src/domains/identity/emails.server.tsx',
    'src/domains/identity/emails.test.tsx',
    'src/domains/identity/common-passwords/rules.ts',
    'src/entry.public.ts',
    'src/routes/context.ts',
    'src/routes/public/home.tsx',
    'src/server/service-worker.ts',
    'src/ui/fonts/literata.woff2',
    'test/e2e/leave-in-a-hurry.e2e.ts',
    'database/migrations/20261121093000_create_terms.sql',
  ]

  expect(findMisplaced(tree)).toEqual([])
})
