import { beforeAll, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { syncGlossary } from '../../domains/glossary/source/glossary-source.writes.server.ts'

const database = testDatabase()
const files = [sourceTerm('Apple'), sourceTerm('Love Bombing')]
/** A word that must not appear in logs or responses. */
const canary = 'Zaunkoenig'

let served: Awaited<ReturnType<typeof testApp>>
const request = (path: string, init?: RequestInit) => served.app.request(path, init)

beforeAll(async () => {
  await syncGlossary(database.owner, files)
  served = await testApp(database)
})

describe('The path in a log line', () => {
  /** Every page address and its logged route. Any other address is logged as `*`. */
  const pages = {
    ...{
      '/': '/',
      '/glossary': '/glossary',
      '/glossary/apple': '/glossary/:slug',
      '/GLOSSARY/Apple': '/glossary/:slug',
    },
    ...{
      '/%67lossary/apple': '/glossary/:slug',
      '/api': '/api',
      '/contact': '/contact',
      '/mission': '/mission',
    },
    ...{
      '/resources': '/resources',
      '/resources/deaf': '/resources/:need',
      [`/resources/${canary}`]: '/resources/:need',
      '/disclaimers': '/disclaimers',
      '/terms': '/terms',
      '/privacy': '/privacy',
      '/licenses': '/licenses',
      '/source': '/source',
    },
    ...{
      '/staying-safe': '/staying-safe',
      '/comparing-scripts': '/comparing-scripts',
      '/auth-test': '/auth-test',
      '/auth-test/reset': '/auth-test/reset',
    },
    ...{ '/auth-test/link': '/auth-test/link', '/auth-test/verify': '/auth-test/verify' },
    ...{
      [`/auth-test/with/${canary}`]: '/auth-test/with/:provider',
      '/auth-test/callback': '/auth-test/callback',
    },
    ...{ '/auth-test/allow': '/auth-test/allow', '/auth-test/prove': '/auth-test/prove' },
    ...{ '/auth-test/not-sent': '/auth-test/not-sent', '/auth-test/locked': '/auth-test/locked' },
    ...{ '/demo': '/demo', '/demo/home': '/demo/home', '/demo/glossary': '/demo/glossary' },
    ...{ '/demo/connections': '/demo/connections', '/demo/favorites': '/demo/favorites' },
    ...{ '/demo/settings': '/demo/settings', '/demo/coming_soon': '/demo/coming_soon' },
    ...{
      [`/demo/${canary}`]: '/demo/*',
      '/dashboard': '/dashboard',
      '/dashboard/glossary': '/dashboard/glossary',
    },
    ...{ '/dashboard/glossary/apple': '/dashboard/glossary/:slug' },
    ...{ '/dashboard/glossary/apple.data': '/dashboard/glossary/:slug' },
    ...{ '/dashboard/connections': '/dashboard/connections' },
    ...{ '/dashboard/connections/new': '/dashboard/connections/new' },
    ...{ '/dashboard/connections/calendar': '/dashboard/connections/calendar' },
    ...{ '/dashboard/connections/tags': '/dashboard/connections/tags' },
    ...{ '/dashboard/connections/trash': '/dashboard/connections/trash' },
    ...{ '/dashboard/connections/import': '/dashboard/connections/import' },
    ...{ '/dashboard/connections/lock': '/dashboard/connections/lock' },
    ...{ '/dashboard/connections/print': '/dashboard/connections/print' },
    ...{ [`/dashboard/connections/${canary}`]: '/dashboard/connections/:id' },
    ...{ [`/dashboard/connections/${canary}/edit`]: '/dashboard/connections/:id/edit' },
    ...{ [`/dashboard/connections/${canary}/print`]: '/dashboard/connections/:id/print' },
    ...{ [`/dashboard/connections/${canary}/history`]: '/dashboard/connections/:id/history' },
    ...{ '/dashboard/favorites': '/dashboard/favorites', '/dashboard/settings': '/dashboard/settings' },
    ...{ '/dashboard/coming-soon': '/dashboard/coming-soon', [`/dashboard/${canary}`]: '/dashboard/*' },
  }
  const unknown = [
    `/${canary}`,
    `/${canary}/apple`,
    `/glossary/apple/${canary}`,
    '/%',
    `/%zz/${canary}`,
    `/x.data`,
  ]
  const others = { [`/assets/${canary}.js`]: '/assets/*', [`/api/terms/${canary}`]: '/api/terms/:slug' }

  const loggedFor = async (path: string, headers: Record<string, string> = {}) => {
    served.lines.length = 0
    await request(path, { headers })
    const lines = served.lines.map((line) => JSON.parse(line) as Record<string, string>)
    // Leaves out the sign-in line of a provider's response, which has no path (platform/sign-in-event.ts).
    return lines.filter(({ message, path }) => message !== 'sign-in' || path).map(({ path }) => path)
  }

  test('is the route of every page, never the address', async () => {
    // Twice, because a cached page takes another code path.
    for (const [path, pattern] of Object.entries({ ...pages, ...others }))
      for (const _time of [1, 2]) expect(await loggedFor(path), path).toEqual([pattern])
    for (const path of unknown) expect(await loggedFor(path), path).toEqual(['*'])
  })

  test('is tested for every page route', async () => {
    const { default: routes } = await import('../../routes.ts')
    type Route = { path?: string; index?: boolean; children?: Route[] }
    const paths = (list: Route[]): string[] =>
      list.flatMap(({ path, children = [] }) => [
        ...(path === undefined ? [] : [`/${path}`]),
        ...paths(children),
      ])
    const known = new Set<string>(Object.values(pages))
    // The examples of components are served in development only.
    const logged = paths(routes as Route[]).filter((path) => path !== '/*' && !path.startsWith('/dev/'))
    expect(logged.filter((path) => !known.has(path))).toEqual([])
  })

  test('is the route of every endpoint under /api and /auth/v1', async () => {
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    const routes = served.app.routes.filter(
      ({ path, method }) => methods.includes(method) && /^\/(?:api|auth\/v1)\//.test(path),
    )
    const allowed = /^(?:\/(?:\.well-known|[a-z0-9_.-]+|:[a-zA-Z_]+))+$|^\/auth\/v1\/\*$|^\*$/
    expect(routes.length).toBeGreaterThan(60)
    for (const { path, method } of routes) {
      served.lines.length = 0
      await request(path.replaceAll(/:\w+(?:\{[^}]*\})?/g, canary), {
        method,
        headers: { Authorization: `Bearer ${canary}` },
      })
      const lines = served.lines.map((line) => JSON.parse(line))
      expect(lines.length).toBeGreaterThan(0)
      for (const line of lines)
        if (line.path !== undefined) expect(line.path, `${method} ${path}`).toMatch(allowed)
      expect(served.lines.join('\n')).not.toContain(canary)
    }
  })

  test('is the route of the page that Safe Mode shows at its masked address', async () => {
    const led = await request('/glossary/apple', {
      headers: { Cookie: '__Host-view=1', 'Sec-Fetch-Dest': 'document' },
    })
    const page = led.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-page='))
    const Cookie = `__Host-view=1; ${page?.split(';')[0]}`
    expect(await loggedFor('/', { Cookie, 'Sec-Fetch-Dest': 'document' })).toEqual(['/glossary/:slug'])
  })
})
