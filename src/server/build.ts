import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import type { beforePaint, platformContext, shellContext, siteContext } from '../entry.server.tsx'
import { environmentWith } from '../platform/config.server.ts'
import type { Shell } from '../routes/context.ts'
import { precompress } from './precompress.ts'

const project = join(import.meta.dirname, '..', '..')
const folder = join(project, 'build')

/** The build failed or is damaged, in a sentence. */
export class BuildError extends Error {}

/** The keys that the build bundled (see routes/context.ts) beside React Router's own. */
type Entry = ServerBuild['entry']['module'] & {
  platformContext: typeof platformContext
  siteContext: typeof siteContext
  shellContext: typeof shellContext
  beforePaint: typeof beforePaint
}

export type Build = {
  routes: () => Promise<ServerBuild & { entry: { module: Entry } }>
  shell: Shell
  assets: string
}

/** Builds the pages when a file they are made from changed since the last build. Two at once build one after the other. */
export async function buildWhenStale(): Promise<void> {
  const fingerprint = await fingerprintOfSources()
  const stamp = join(folder, 'fingerprint')
  if ((await readFile(stamp, 'utf8').catch(() => '')) === fingerprint) return
  // Built aside and moved into place, so that a start that is cut off leaves no half build behind.
  const fresh = join(project, `build-${process.pid}`)
  try {
    await run('react-router', ['build'], { UNFOG_BUILD_FOLDER: fresh })
    await precompress(join(fresh, 'client'))
    await writeFile(join(fresh, 'fingerprint'), fingerprint)
    await rm(folder, { recursive: true, force: true })
    await rename(fresh, folder)
  } catch (thrown) {
    // Another process may have put the same build in place first: then there is nothing left to do.
    if ((await readFile(stamp, 'utf8').catch(() => '')) !== fingerprint) throw thrown
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** What the last build made: React Router's handler of requests, the style sheet and the public module. */
export async function readBuild(): Promise<Build> {
  const client = join(folder, 'client')
  const manifest: Record<string, { file: string; css?: string[]; assets?: string[] }> = JSON.parse(
    await readFile(join(client, '.vite', 'manifest.json'), 'utf8'),
  )
  const entry = manifest['src/entry.public.ts']
  const [css] = entry?.css ?? []
  if (!entry || !css) throw new BuildError('The build is damaged: delete the folder build and start again.')
  const routes = await import(pathToFileURL(join(folder, 'server', 'index.js')).href)
  const fonts = (entry.assets ?? []).filter((file) => file.endsWith('.woff2'))
  return {
    routes: async () => routes,
    shell: {
      css: (await readFile(join(client, css), 'utf8')).trim(),
      script: `/${entry.file}`,
      fonts: fonts.map((file) => `/${file}`),
    },
    assets: client,
  }
}

async function fingerprintOfSources(): Promise<string> {
  const files: string[] = []
  for await (const file of glob(['src/**/*', 'public/**/*', '*.config.ts', 'package-lock.json'], {
    cwd: project,
    withFileTypes: true,
  })) {
    if (file.isFile()) files.push(join(file.parentPath, file.name))
  }
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(file.slice(project.length)).update(await readFile(file))
  return hash.digest('hex')
}

function run(command: string, args: string[], env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const output: string[] = []
    const child = spawn(process.execPath, [join(project, 'node_modules', '.bin', command), ...args], {
      cwd: project,
      env: environmentWith({ ...env, NODE_ENV: 'production' }),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(String(text)))
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else
        reject(
          new BuildError(
            `The pages could not be built:\n${output.join('').split('\n').slice(-20).join('\n')}`,
          ),
        )
    })
  })
}
