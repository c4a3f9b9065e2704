import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import type {
  beforePaint,
  engineContext,
  inlinedContext,
  interfaceContext,
  platformContext,
  safePaint,
  samplesContext,
  shellContext,
  siteContext,
  visitorContext,
} from '../entry.server.tsx'
import { PlainError } from '../platform/plain-error.ts'
import type { Shell } from '../routes/context.ts'

/** The keys that the build bundled (see routes/context.ts) beside React Router's own. */
type Entry = ServerBuild['entry']['module'] & {
  platformContext: typeof platformContext
  siteContext: typeof siteContext
  samplesContext: typeof samplesContext
  shellContext: typeof shellContext
  visitorContext: typeof visitorContext
  engineContext: typeof engineContext
  inlinedContext: typeof inlinedContext
  interfaceContext: typeof interfaceContext
  beforePaint: typeof beforePaint
  safePaint: typeof safePaint
}

type Pages = ServerBuild & { entry: { module: Entry } }

export type Build = {
  routes: () => Promise<Pages>
  shell: Shell
  /** The whole style sheet, inlined: a page needs no second request before it can be read. Undefined in development. */
  css: string | undefined
  /** Folders of files: first its own, then those of other builds beside it, for pages that stood open while the software was replaced. */
  assets: [string, ...string[]]
}

/**
 * What a build made: React Router's handler of requests, the style sheet and the public module.
 *
 * @param folder as `buildWhenStale` gave it
 * @throws PlainError when it is damaged
 */
export async function readBuild(folder: string): Promise<Build> {
  const client = join(folder, 'client')
  try {
    const manifest: Record<string, { file: string; css?: string[] }> = JSON.parse(
      await readFile(join(client, '.vite', 'manifest.json'), 'utf8'),
    )
    const { file, css } = manifest['src/entry.public.ts'] ?? {}
    const demo = manifest['src/entry.demo.ts']
    const search = manifest['src/entry.search.ts']
    const passkey = manifest['src/domains/identity/factors/passkey.element.ts']
    const home = manifest['src/entry.home.ts']
    const safe = manifest['src/entry.safe.ts']
    if (!file || !css?.[0] || !passkey || !demo || !home || !search || !safe)
      throw new Error('The manifest lacks a module or the style sheet.')
    const places: Places = JSON.parse(await readFile(join(client, '.vite', 'routes.json'), 'utf8'))
    const { pages: made }: { pages: Pages } = await import(
      pathToFileURL(join(folder, 'server', 'index.js')).href
    )
    const pages = { ...made, assets: inPlace(made.assets, places) }
    return {
      routes: async () => pages,
      css: (await readFile(join(client, css[0]), 'utf8')).trim(),
      shell: {
        script: `/${file}`,
        demoScript: `/${demo.file}`,
        searchScript: `/${search.file}`,
        passkeyScript: `/${passkey.file}`,
        safeScript: `/${safe.file}`,
        homeScript: `/${home.file}`,
        privateModules: modulesOf(pages, 'routes/dashboard/'),
        privateEntry: entryOf(pages, 'routes/dashboard/frame'),
      },
      assets: [client, ...(await othersBeside(folder))],
    }
  } catch (thrown) {
    throw new PlainError(`The build is damaged: delete ${folder} and start again.`, { cause: thrown })
  }
}

/** By route, the file that it stands in with others, and what that imports (vite.config.ts). */
type Places = Record<string, { module: string; imports: string[] }>

/**
 * @returns React Router's list of routes with the files that they really stand in. The frame of an area names its style sheet, and
 * what is imported, once for all that stand in its own file; the root's is what every interactive page begins with.
 */
function inPlace(assets: ServerBuild['assets'], places: Places): ServerBuild['assets'] {
  const { root } = places
  if (!root) throw new Error('The root stands in no file.')
  const routes: ServerBuild['assets']['routes'] = {}
  for (const [id, route] of Object.entries(assets.routes)) {
    if (!route) continue
    const place = places[id]
    const isFrame = place && route.parentId === 'root'
    const isWithFrame = place && place.module === places[route.parentId ?? '']?.module
    routes[id] = {
      ...route,
      ...place,
      ...(isWithFrame && { imports: undefined }),
      ...(!isFrame && { css: undefined }),
    }
  }
  return { ...assets, url: root.module, entry: root, routes }
}

/** A name in `assets` holds the hash of what stands there, so that no build answers for another. */
const othersBeside = async (folder: string): Promise<string[]> =>
  (await readdir(dirname(folder)))
    .filter((name) => name !== basename(folder) && /^[0-9a-f]{64}$/.test(name))
    .map((name) => join(dirname(folder), name, 'client'))

/** @returns the addresses of all modules of an area's pages */
const modulesOf = ({ assets }: ServerBuild, area: string): string[] => [
  ...new Set(
    Object.values(assets.routes)
      .filter((route) => route?.id.startsWith(area))
      .flatMap((route) => (route ? [route.module, ...(route.imports ?? [])] : [])),
  ),
]

/** @returns the addresses of what every page within a frame begins with */
function entryOf({ assets }: ServerBuild, frame: string): string[] {
  const { module = '', imports = [], css = [] } = assets.routes[frame] ?? {}
  return [module, ...imports, ...css]
}
