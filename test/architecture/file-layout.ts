/* Allowed folders and file names (docs/architecture.md), the same in all domains. Each check returns advice for a path that breaks it. */

const areas = ['public', 'dashboard', 'demo', 'dev']
const folders = ['client', 'server', 'auth-api', 'routes', 'domains', 'ui', 'platform']
/** React Router's own files. */
const rootFiles = ['root.tsx', 'routes.ts', 'entry.client.ts', 'entry.server.tsx']
const serverFolders = ['boot', 'build', 'http', 'keys', 'operations']
const domains = [
  ...[
    'glossary',
    'connections',
    'favorites',
    'identity',
    'account',
    'demo',
    'safety',
    'crisis',
    'contact',
    'editorial',
  ],
  ...['suggestions', 'stories', 'insights', 'reminders', 'export'],
]
/** Files of a domain are named `<subject>.<role>.ts`. */
const roles = [
  ...['contract.ts', 'rules.ts', 'reads.server.ts', 'writes.server.ts', 'api.server.ts', 'jobs.server.ts'],
  ...['emails.server.tsx', 'personal-data.server.ts', 'element.ts', 'client.ts', 'worker.ts'],
]
/** Names that fit everything. `service-worker` and `common-passwords` are allowed. */
const vagueNames = /(?:^|-)(?:utils?|helpers?|common|services?|managers?|misc|libs?)$/
/** A catalog of messages in a language (docs/decisions/036). */
const catalog = /^messages[.][a-z]{2}(?:-[A-Z]+)?[.]yaml$/
const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:[.][a-z0-9]+(?:-[a-z0-9]+)*)*$/

/** @returns advice; undefined if the path is fine */
type Check = (path: string, tree: Set<string>) => string | undefined

/** Checks by name. file-layout.test.ts tests each one. */
export const checks = {
  'kebab-case': (path) =>
    within(path, 'src/') && !path.endsWith('/README.md') && !path.split('/').every((name) => kebab.test(name))
      ? 'names in src are kebab-case'
      : undefined,

  'no drawers': (path) =>
    within(path, 'src/', 'test/', 'bench/', 'scripts/') &&
    path.split('/').some((name) => vagueNames.test(name.split('.')[0] ?? ''))
      ? 'name it after what it does'
      : undefined,

  'the folders of src': (path) => {
    const [, name = '', rest] = path.split('/')
    if (!within(path, 'src/')) return
    return (rest === undefined ? rootFiles : folders).includes(name)
      ? undefined
      : `src holds ${[...rootFiles, ...folders].join(', ')}`
  },

  'the folders of the server': (path) =>
    within(path, 'src/server/') && !serverFolders.includes(path.split('/')[2] ?? '')
      ? `the server has the folders ${serverFolders.join(', ')}`
      : undefined,

  'the areas of routes': (path) => {
    const [, , area, rest] = path.split('/')
    if (!within(path, 'src/routes/') || rest === undefined || areas.includes(area ?? '')) return
    return `pages live in ${areas.join(', ')}`
  },

  'the names of domains': (path) =>
    within(path, 'src/domains/') && !domains.includes(path.split('/')[2] ?? '')
      ? `a new domain is a decision: the domains are ${domains.join(', ')}`
      : undefined,

  'the roles of a domain': (path, tree) => {
    if (!within(path, 'src/domains/', 'src/auth-api/')) return
    const inside = path.split('/').slice(within(path, 'src/auth-api/') ? 2 : 3)
    if (inside.slice(0, -1).includes('ui') || inside.at(-1) === 'README.md') return
    if (inside.length > 2) return 'a domain has one level of folders'
    const name = inside.at(-1) ?? ''
    const [, role = ''] = /^[a-z0-9-]+[.](.+)$/.exec(name) ?? []
    if (roles.includes(role) || testsItsNeighbor(path, tree) || catalog.test(name)) return
    return `a file is <subject>.<role>, with the roles ${roles.join(', ')}; a test is named after one of them`
  },

  'folders of four': (path, tree) => {
    const folder = path.slice(0, path.lastIndexOf('/'))
    const [, , , area, rest] = path.split('/')
    if (!within(path, 'src/domains/') || rest === undefined || area === 'ui' || area === 'assets') return
    if (folder.split('/').length > 4) return
    const files = [...tree].filter((other) => other.startsWith(`${folder}/`) && !/[.]test[.]/.test(other))
    return files.length < 4 ? 'a folder of a domain has four files or more' : undefined
  },

  'safety without React': (path) =>
    within(path, 'src/domains/safety/') && /(?<![.]test)[.]tsx$/.test(path)
      ? 'safety imports nothing, and a .tsx file imports React without writing it down'
      : undefined,

  examples: (path, tree) => {
    const [, subject] = /^(.+)[.]examples[.]tsx?$/.exec(path) ?? []
    if (subject === undefined) return
    const neighbors = ['.tsx', '.element.ts', '.css'].map((ending) => `${subject}${ending}`)
    return within(path, 'src/ui/') && path.endsWith('x') && neighbors.some((neighbor) => tree.has(neighbor))
      ? undefined
      : 'examples are src/ui/…/<subject>.examples.tsx, beside <subject>.tsx, .element.ts or .css'
  },

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
 * Checks all paths of a tree.
 *
 * @param paths from the project's root
 * @param names of the checks, all by default
 * @returns `path: advice` for each violation
 */
export function lintPaths(paths: string[], names = Object.keys(checks) as (keyof typeof checks)[]): string[] {
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

/** `terms.writes.db.test.ts` tests `terms.writes.server.ts`; `search.browser.test.ts` tests `search.element.ts`. */
function testsItsNeighbor(path: string, tree: Set<string>): boolean {
  const [, subject] = /^(.+?)(?:[.](?:db|browser))?[.]test[.]tsx?$/.exec(path) ?? []
  return ['.ts', '.server.ts', '.server.tsx', '.element.ts'].some((ending) => tree.has(`${subject}${ending}`))
}
