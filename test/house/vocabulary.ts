/*
 * Where a file may lie and what it may be called (design of the house: one closed vocabulary for every domain, so that
 * whoever knows one domain finds their way in all). Each check looks at one path and answers with what to do about it.
 */

const areas = ['public', 'dashboard', 'demo']
const rooms = ['server', 'routes', 'domains', 'ui', 'platform']
const domains = [
  ...[
    'glossary',
    'connections',
    'favorites',
    'identity',
    'account',
    'demo',
    'safety',
    'contact',
    'editorial',
  ],
  ...['suggestions', 'stories', 'insights', 'reminders', 'export'],
]
const words = [
  ...['contract.ts', 'rules.ts', 'reads.server.ts', 'writes.server.ts', 'api.server.ts', 'jobs.server.ts'],
  ...['emails.server.tsx', 'personal-data.server.ts'],
]
/** A drawer fits everything, so nobody finds anything in it again. `service-worker` and `common-passwords` are no drawers. */
const drawers = /(?:^|-)(?:utils?|helpers?|common|services?|managers?|misc|libs?)$/
const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:[.][a-z0-9]+(?:-[a-z0-9]+)*)*$/

/** Looks at one path of a tree; answers with a sentence, or with nothing if all is well. */
type Check = (path: string, tree: Set<string>) => string | undefined

/** Every check by its name; test/house/vocabulary.test.ts proves each one by a path that breaks it. */
export const checks = {
  'kebab-case': (path) =>
    within(path, 'src/') && !path.split('/').every((name) => kebab.test(name))
      ? 'names in src are kebab-case'
      : undefined,

  'no drawers': (path) =>
    within(path, 'src/', 'test/', 'bench/', 'scripts/') &&
    path.split('/').some((name) => drawers.test(name.split('.')[0] ?? ''))
      ? 'name it after what it does'
      : undefined,

  'the rooms of src': (path) => {
    const [, room, rest] = path.split('/')
    if (!within(path, 'src/') || rooms.includes(room ?? '')) return
    return rest === undefined ? undefined : `src has the rooms ${rooms.join(', ')}`
  },

  'the areas of routes': (path) => {
    const [, , area, rest] = path.split('/')
    if (!within(path, 'src/routes/') || rest === undefined || areas.includes(area ?? '')) return
    return `pages live in ${areas.join(', ')}`
  },

  'the names of domains': (path) =>
    within(path, 'src/domains/') && !domains.includes(path.split('/')[2] ?? '')
      ? `a new domain is a decision: the domains are ${domains.join(', ')}`
      : undefined,

  'the words of a domain': (path, tree) => {
    if (!within(path, 'src/domains/')) return
    const inside = path.split('/').slice(3)
    // A component's folder in the ui of a domain or a subdomain is its own.
    if (inside.slice(0, -1).includes('ui')) return
    // Two levels: a subdomain may keep a set of rules apart (glossary/source/readability), and no deeper.
    if (inside.length > 3) return 'a subdomain nests one more level, and no deeper'
    const name = inside.at(-1) ?? ''
    if (words.includes(name) || /^[a-z0-9-]+[.]element[.]ts$/.test(name) || testsItsNeighbour(path, tree))
      return
    return `a domain holds ${words.join(', ')}, <name>.element.ts, ui/, tests named after one of them, and subdomains`
  },

  'safety without React': (path) =>
    within(path, 'src/domains/safety/') && /(?<![.]test)[.]tsx$/.test(path)
      ? 'safety imports nothing, and a .tsx file imports React without writing it down'
      : undefined,

  journeys: (path) =>
    within(path, 'test/e2e/') && !/^test\/e2e\/[a-z0-9]+(?:-[a-z0-9]+)*[.]e2e[.]ts$/.test(path)
      ? 'a journey is test/e2e/<journey>.e2e.ts; what journeys share lives in test/support'
      : undefined,

  migrations: (path) =>
    within(path, 'database/migrations/') &&
    !/\/20\d\d[01]\d[0-3]\d[0-2]\d[0-5]\d[0-5]\d_[a-z]+(?:_[a-z0-9]+)+[.]sql$/.test(path)
      ? 'a migration is <yyyymmddhhmmss>_<verb>_<noun>.sql'
      : undefined,
} satisfies Record<string, Check>

/**
 * Judges the names of a tree.
 *
 * @param paths from the project's root
 * @param names of the checks to ask, all if left out
 * @returns `path: what to do` for each that breaks one
 */
export function findMisplaced(
  paths: string[],
  names = Object.keys(checks) as (keyof typeof checks)[],
): string[] {
  const tree = new Set(paths)
  return paths.flatMap((path) =>
    names.flatMap((name) => {
      const advice = checks[name](path, tree)
      return advice ? [`${path}: ${advice}`] : []
    }),
  )
}

function within(path: string, ...folders: string[]): boolean {
  return folders.some((folder) => path.startsWith(folder))
}

/** `writes.db.test.ts` tests `writes.server.ts`; `search.browser.test.ts` tests `search.element.ts`. */
function testsItsNeighbour(path: string, tree: Set<string>): boolean {
  const [, subject] = /^(.+?)(?:[.](?:db|browser))?[.]test[.]tsx?$/.exec(path) ?? []
  return ['.ts', '.server.ts', '.server.tsx', '.element.ts'].some((ending) => tree.has(`${subject}${ending}`))
}
