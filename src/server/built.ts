import { glob, readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import type { License } from '../domains/editorial/contract.ts'
import type * as entry from '../entry.server.tsx'
import { PlainError } from '../platform/plain-error.ts'
import type { Shell } from '../routes/context.ts'
import { readLicenses } from './licenses.ts'

/** With the keys that the build bundled (routes/page-context.ts). */
type Pages = ServerBuild & { entry: { module: typeof entry } }

export type Build = {
  routes: () => Promise<Pages>
  shell: Shell
  licenses: () => Promise<License[]>
  /**
   * The style sheets, inlined: a page needs no second request before it can be read. That of every page, and what interactive ones
   * have besides. Undefined in development.
   */
  css: { pages: string; rooms: string } | undefined
  /** Folders of files: first its own, then those of other builds beside it, for pages that stood open while the software was replaced. */
  assets: [string, ...string[]]
}

/**
 * What a build made: React Router's handler of requests, the style sheet, and where the files are that pages load.
 *
 * @param folder as `folderOfBuild` gave it
 * @throws PlainError when it is damaged
 */
export async function readBuild(folder: string): Promise<Build> {
  const client = join(folder, 'client')
  try {
    const manifest: Manifest = await readJson(client, 'manifest.json')
    await expectWhole(folder, manifest)
    const madeOf = (source: string) => {
      const made = manifest[source]
      if (!made) throw new Error(`The manifest lacks ${source}.`)
      return made
    }
    const styles = async ([file]: string[] = []) => {
      if (!file) throw new Error('The manifest lacks a style sheet.')
      return (await readFile(join(client, file), 'utf8')).trim()
    }
    const places: Places = await readJson(client, 'routes.json')
    const { pages: made }: { pages: Pages } = await import(
      pathToFileURL(join(folder, 'server', 'index.js')).href
    )
    const pages = { ...made, assets: inPlace(made.assets, places) }
    const first = firstFiles(pages, 'routes/dashboard/')
    return {
      routes: async () => pages,
      css: {
        pages: await styles(madeOf('src/entry.public.ts').css),
        rooms: await styles(made.assets.routes['routes/dashboard/frame']?.css),
      },
      shell: {
        ...scriptsAt((source) => `/${madeOf(source).file}`),
        firstFiles: first,
        laterModules: laterModules(pages, 'routes/dashboard/', first),
      },
      licenses: () => readLicenses(folder),
      assets: [client, ...(await othersBeside(folder))],
    }
  } catch (thrown) {
    throw new PlainError(`The build is damaged: delete ${folder} and start again.`, { cause: thrown })
  }
}

const readJson = async (client: string, name: string) =>
  JSON.parse(await readFile(join(client, '.vite', name), 'utf8'))

/** @param at the address of what became of a source (vite.config.ts, `entries`) */
export const scriptsAt = (at: (source: string) => string): Omit<Shell, 'firstFiles' | 'laterModules'> => ({
  script: at('src/entry.public.ts'),
  demoScript: at('src/entry.demo.ts'),
  homeScript: at('src/entry.home.ts'),
  safeScript: at('src/entry.safe.ts'),
  searchScript: at('src/entry.search.ts'),
  passkeyScript: at('src/domains/identity/factors/passkey.element.ts'),
})

type Manifest = Record<string, { file: string; css?: string[]; assets?: string[] }>

/**
 * A power cut leaves files empty that were written shortly before. Pages would be served all the same, and be dead.
 *
 * @throws when a file is missing or empty
 */
async function expectWhole(folder: string, manifest: Manifest): Promise<void> {
  const parts = Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [
    file,
    ...css,
    ...assets,
  ])
  const files = new Set([
    'licenses.json',
    'server/password-judge.thread.js',
    ...parts.map((part) => `client/${part}`),
  ])
  for await (const file of glob('{client,server}/**/*.*', { cwd: folder })) files.add(file)
  const sizes = await Promise.all([...files].map(async (file) => (await stat(join(folder, file))).size))
  if (sizes.includes(0)) throw new Error('A file is empty.')
}

/** By route, the file that it stands in with others, and what that imports (vite.config.ts). */
type Places = Record<string, { module: string; imports: string[] }>

/**
 * @returns React Router's list of routes with the files that they really stand in. The frame of an area names what is imported once
 * for all that stand in its own file; the root's is what every interactive page begins with. Style sheets are inlined.
 */
function inPlace(assets: ServerBuild['assets'], places: Places): ServerBuild['assets'] {
  const { root } = places
  if (!root) throw new Error('The root stands in no file.')
  const routes: ServerBuild['assets']['routes'] = {}
  for (const [id, route] of Object.entries(assets.routes)) {
    if (!route) continue
    const place = places[id]
    const isWithFrame = place && place.module === places[route.parentId ?? '']?.module
    routes[id] = {
      ...route,
      ...place,
      ...(isWithFrame && { imports: undefined }),
      css: undefined,
    }
  }
  return { ...assets, url: root.module, entry: root, routes }
}

/** A name in `assets` holds the hash of what stands there, so that no build answers for another. */
const othersBeside = async (folder: string): Promise<string[]> =>
  (await readdir(dirname(folder)))
    .filter((name) => name !== basename(folder) && /^[0-9a-f]{64}$/.test(name))
    .map((name) => join(dirname(folder), name, 'client'))

/** @returns the addresses of what every page of an area begins with */
function firstFiles({ assets: { routes } }: ServerBuild, area: string): string[] {
  const { module = '', imports = [] } = routes[`${area}frame`] ?? {}
  return [module, ...imports]
}

/** @returns the addresses of what single pages of an area are made of beside these */
function laterModules({ assets: { routes } }: ServerBuild, area: string, first: string[]): string[] {
  const own = Object.values(routes).filter((route) => route?.id.startsWith(area))
  const all = new Set(own.flatMap((route) => (route ? [route.module, ...(route.imports ?? [])] : [])))
  return [...all.difference(new Set(first))]
}
