import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, glob, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
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
import { environmentWith } from '../platform/config.server.ts'
import type { Shell } from '../routes/context.ts'
import { precompress } from './precompress.ts'

const project = join(import.meta.dirname, '..', '..')
const builds = join(project, 'build')
const unfinished = 'unfinished-'
/** What start.js keeps of the modules that it compiled. */
const compiled = join(project, 'node_modules', '.cache', 'unfog')

/** The build failed or is damaged, in a sentence. */
export class BuildError extends Error {}

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

export type Build = {
  routes: () => Promise<ServerBuild & { entry: { module: Entry } }>
  shell: Shell
  /** The whole style sheet, inlined: a page needs no second request before it can be read. Undefined in development. */
  css: string | undefined
  assets: string
}

/**
 * Builds the pages when a file they are made from changed since the last build. A build stands in a folder named after what
 * it was made from and is never changed, so that starts at once disturb neither each other nor a server that runs.
 *
 * @param signal ends a build that is under way
 * @returns the folder of the build
 * @throws BuildError
 */
export async function buildWhenStale(signal?: AbortSignal): Promise<string> {
  const folder = join(builds, await fingerprintOfSources())
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

/** Built aside and moved into place, so that a start that is cut off leaves no half build behind. */
async function build(folder: string, signal?: AbortSignal): Promise<void> {
  const fresh = await mkdtemp(join(builds, unfinished))
  try {
    await run('react-router', ['build'], { UNFOG_BUILD_FOLDER: fresh }, signal)
    await precompress(join(fresh, 'client'))
    // mkdtemp closes its folder to others, but one user may build and another one serve.
    await chmod(fresh, 0o755)
    await rename(fresh, folder).catch((thrown) => {
      // Another process has put the same build in place first.
      if (!existsSync(folder)) throw thrown
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Keeps the build before this one, which a server may still be serving, and what is being built now. */
async function removeOldBuilds(current: string): Promise<void> {
  // Of other sources; without an end it would only grow. What another user keeps there is theirs.
  await rm(compiled, { recursive: true, force: true }).catch(() => {})
  const others = (await readdir(builds)).map((name) => join(builds, name)).filter((path) => path !== current)
  const aged = await Promise.all(
    others.map(async (path) => ({ path, madeAt: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 })),
  )
  const begun = ({ path }: { path: string }) => basename(path).startsWith(unfinished)
  const whole = aged.filter((each) => !begun(each)).sort((a, b) => b.madeAt - a.madeAt)
  const abandoned = aged.filter((each) => begun(each) && each.madeAt < Date.now() - 3_600_000)
  for (const { path } of [...whole.slice(1), ...abandoned]) await rm(path, { recursive: true, force: true })
}

/** What an operator can mend around the folder of builds. */
function explain(thrown: unknown): unknown {
  const { code } = thrown as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new BuildError(`The disk that holds ${project} is full: free some space and start again.`)
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new BuildError(
      `The pages have to be built, and this user may not write to ${builds} (${code}): give it that right, or start once as a user who has it.`,
    )
  }
  return thrown
}

/**
 * What a build made: React Router's handler of requests, the style sheet and the public module.
 *
 * @param folder as `buildWhenStale` gave it
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
    const routes: ServerBuild & { entry: { module: Entry } } = await import(
      pathToFileURL(join(folder, 'server', 'index.js')).href
    )
    return {
      routes: async () => routes,
      css: (await readFile(join(client, css[0]), 'utf8')).trim(),
      shell: {
        script: `/${file}`,
        demoScript: `/${demo.file}`,
        searchScript: `/${search.file}`,
        passkeyScript: `/${passkey.file}`,
        safeScript: `/${safe.file}`,
        homeScript: `/${home.file}`,
        privateModules: modulesOf(routes, 'routes/dashboard/'),
      },
      assets: client,
    }
  } catch (thrown) {
    throw new BuildError(`The build is damaged: delete ${folder} and start again.`, { cause: thrown })
  }
}

/** @returns the addresses of all modules of an area's pages */
const modulesOf = ({ assets }: ServerBuild, area: string): string[] => [
  ...new Set(
    Object.values(assets.routes)
      .filter((route) => route?.id.startsWith(area))
      .flatMap((route) => (route ? [route.module, ...(route.imports ?? [])] : [])),
  ),
]

async function fingerprintOfSources(): Promise<string> {
  const files: string[] = []
  for await (const file of glob(['src/**/*', 'public/**/*', '*.config.ts', 'package-lock.json'], {
    cwd: project,
    withFileTypes: true,
  })) {
    if (file.isFile() && !/[.]test[.]tsx?$/.test(file.name)) files.push(join(file.parentPath, file.name))
  }
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(file.slice(project.length)).update(await readFile(file))
  return hash.digest('hex')
}

function run(
  command: string,
  args: string[],
  env: Record<string, string>,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const output: string[] = []
    const child = spawn(process.execPath, [join(project, 'node_modules', '.bin', command), ...args], {
      cwd: project,
      env: environmentWith({ ...env, NODE_ENV: 'production' }),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal ? { signal } : {}),
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(String(text)))
    child.once('error', reject)
    child.once('exit', (code) => {
      const full = /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/.test(output.join(''))
      if (code === 0) resolve()
      else if (full) reject(Object.assign(new Error('The build met a full disk.'), { code: 'ENOSPC' }))
      else
        reject(
          new BuildError(
            `The pages could not be built:\n${output.join('').split('\n').slice(-20).join('\n')}`,
          ),
        )
    })
  })
}
