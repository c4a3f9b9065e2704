import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, glob, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ServerBuild } from 'react-router'
import type { License } from '../../domains/editorial/editorial.contract.ts'
import { environmentWith, readConfig } from '../../platform/config.server.ts'
import { UserFacingError } from '../../platform/user-facing-error.ts'
import type { PageAssets, PageIntegrity } from '../../routes/request-context.ts'
import { type BundledRoutes, withBundledRoutes } from './area-bundles.ts'
import { loadPages, type Pages, readJson, readStyles, type Styles } from './built-pages.ts'
import { buildFolder, builds, contentPrefix, project } from './fingerprint.js'
import { readLicenses, writeLicenses } from './licenses.ts'
import { type Manifest, pageIntegrity } from './page-integrity.ts'
import { precompress } from './precompress.ts'
import { writeReleaseHashes } from './release-hashes.ts'
import { scriptHashesFile, updateSourceHash } from './script-hashes.ts'
import { parseScriptList } from './script-list.ts'
import { archiveFile, writeSourceArchive } from './source-archive.ts'

const unfinished = 'unfinished-'

/** Builds if needed, and returns the content as JSON. @throws UserFacingError */
export async function buildWithContent(signal: AbortSignal): Promise<string> {
  // Reports mistakes before the build.
  readConfig()
  const prefix = contentPrefix()
  // Keeps the YAML parser out of the server's memory.
  const { writeContentCache, readContent } = await import('../boot/load-content.ts')
  const content = await readContent()
  const folder = await buildWhenStale(signal)
  // Content and migrations change without a build. The folder may be read-only.
  await writeSourceArchive(folder)
    .then(() => updateSourceHash(folder))
    .catch(() => {})
  return writeContentCache(folder, prefix, content)
}

/** Builds if a source changed. A build's folder is named after its sources and never changes. @throws UserFacingError */
export async function buildWhenStale(signal?: AbortSignal): Promise<string> {
  const folder = buildFolder()
  if (existsSync(folder)) return folder
  try {
    await mkdir(builds, { recursive: true })
    await build(folder, signal)
    await removeOldBuilds(folder)
    return folder
  } catch (thrown) {
    throw explain(thrown)
  }
}

/** Builds in a temporary folder: an interrupted start leaves no partial build. */
async function build(folder: string, signal?: AbortSignal): Promise<void> {
  const temporary = await mkdtemp(join(builds, unfinished))
  try {
    await buildPages(temporary, signal)
    await precompress(join(temporary, 'client'))
    await writeLicenses(temporary)
    await writeSourceArchive(temporary)
    await writeReleaseHashes(temporary)
    // One user may build and another serve.
    await chmod(temporary, 0o755)
    await rename(temporary, folder).catch((thrown) => {
      // Another process was first.
      if (!existsSync(folder)) throw thrown
    })
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** Retains the previous build, which a server or open pages may use. */
async function removeOldBuilds(current: string): Promise<void> {
  const others = (await readdir(builds)).map((name) => join(builds, name)).filter((path) => path !== current)
  const dated = await Promise.all(
    others.map(async (path) => ({ path, builtAt: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 })),
  )
  const isUnfinished = ({ path }: { path: string }) => basename(path).startsWith(unfinished)
  const complete = dated.filter((each) => !isUnfinished(each)).sort((a, b) => b.builtAt - a.builtAt)
  const abandoned = dated.filter((each) => isUnfinished(each) && each.builtAt < Date.now() - 3_600_000)
  for (const { path } of [...complete.slice(1), ...abandoned])
    await rm(path, { recursive: true, force: true })
}

/** Returns unexpected errors unchanged. */
function explain(thrown: unknown): unknown {
  const { code } = thrown as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new UserFacingError(`The disk that holds ${project} is full: free some space and start again.`)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new UserFacingError(
      `The pages have to be built, and this user may not write to ${builds} (${code}): give it that right, or start once as a user who has it.`,
    )
  return thrown
}

function buildPages(folder: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const output: string[] = []
    const child = spawn(process.execPath, [join(project, 'node_modules/.bin/react-router'), 'build'], {
      cwd: project,
      env: environmentWith({ UNFOG_BUILD_FOLDER: folder, NODE_ENV: 'production' }),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal ? { signal } : {}),
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(String(text)))
    child.once('error', reject)
    child.once('exit', (code) => {
      const isDiskFull = /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/.test(output.join(''))
      if (code === 0) resolve()
      else if (isDiskFull) reject(Object.assign(new Error('The build met a full disk.'), { code: 'ENOSPC' }))
      else {
        const lastLines = output.join('').split('\n').slice(-20).join('\n')
        reject(new UserFacingError(`The pages could not be built:\n${lastLines}`))
      }
    })
  })
}

export type Build = {
  routes: () => Promise<Pages>
  pageAssets: PageAssets
  licenses: () => Promise<License[]>
  /** Undefined in development. */
  sourceArchive: { folder: string; bytes: number } | undefined
  /** Inlined style sheets, `appCss` for interactive pages. Undefined in development. */
  css: Styles | undefined
  /** Undefined in development. */
  integrity: PageIntegrity | undefined
  /** Its own folder, then other builds', for pages that were open during an upgrade. */
  assets: [string, ...string[]]
}

/** Reads a build. @throws UserFacingError if it is damaged */
export async function readBuild(folder: string): Promise<Build> {
  const client = join(folder, 'client')
  try {
    const manifest: Manifest = await readJson(client, 'manifest.json')
    await expectComplete(folder, manifest)
    const outputOf = (source: string) => {
      const output = manifest[source]
      if (!output) throw new Error(`The manifest lacks ${source}.`)
      return output
    }
    const bundled: BundledRoutes = await readJson(client, 'routes.json')
    const { files } = parseScriptList(await readFile(scriptHashesFile(folder), 'utf8'))
    const built = await loadPages(folder)
    const pages = { ...built, assets: withBundledRoutes(built.assets, bundled) }
    const preloaded = preloadFiles(pages)
    return {
      routes: async () => pages,
      css: await readStyles(client, manifest, built),
      integrity: pageIntegrity(manifest, pages.assets.routes, files),
      pageAssets: {
        ...scriptsAt((source) => `/${outputOf(source).file}`),
        preloadFiles: preloaded,
        prefetchModules: prefetchModules(pages, preloaded),
      },
      licenses: () => readLicenses(folder),
      sourceArchive: { folder, bytes: (await stat(archiveFile(folder))).size },
      assets: [client, ...(await otherBuilds(folder))],
    }
  } catch (thrown) {
    throw new UserFacingError(`The build is damaged: delete ${folder} and start again.`, { cause: thrown })
  }
}

export const scriptsAt = (
  urlOf: (source: string) => string,
): Omit<PageAssets, 'preloadFiles' | 'prefetchModules'> => ({
  script: urlOf('src/client/public-pages.ts'),
  demoScript: urlOf('src/client/demo-pages.ts'),
  homeScript: urlOf('src/client/home-page.ts'),
  safeScript: urlOf('src/client/safe-mode.ts'),
  searchScript: urlOf('src/client/search-index.ts'),
  passkey: {
    script: urlOf('src/domains/identity/mfa/passkey-form.element.ts'),
    code: urlOf('src/domains/identity/mfa/passkey-prompt.client.ts'),
  },
})

/** A power cut leaves empty files. */
async function expectComplete(folder: string, manifest: Manifest): Promise<void> {
  const files = new Set([
    'licenses.json',
    'source.tar.gz',
    'script-hashes.txt',
    'server/password-strength.worker.js',
  ])
  for (const { file, css = [], assets = [] } of Object.values(manifest))
    for (const part of [file, ...css, ...assets]) files.add(`client/${part}`)
  for await (const file of glob('{client,server}/**/*.*', { cwd: folder })) files.add(file)
  const sizes = await Promise.all([...files].map(async (file) => (await stat(join(folder, file))).size))
  if (sizes.includes(0)) throw new Error('A file is empty.')
}

const otherBuilds = async (folder: string): Promise<string[]> =>
  (await readdir(dirname(folder)))
    .filter((name) => name !== basename(folder) && /^[0-9a-f]{64}$/.test(name))
    .map((name) => join(dirname(folder), name, 'client'))

/** For all pages of the private area. */
function preloadFiles({ assets: { routes } }: ServerBuild): string[] {
  const { module = '', imports = [] } = routes['routes/dashboard/layout'] ?? {}
  return [module, ...imports]
}

/** For some pages of the private area. */
function prefetchModules({ assets: { routes } }: ServerBuild, preloaded: string[]): string[] {
  const files = Object.values(routes).flatMap((route) =>
    route?.id.startsWith('routes/dashboard/') ? [route.module, ...(route.imports ?? [])] : [],
  )
  return [...new Set(files).difference(new Set(preloaded))]
}
