import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { environmentWith } from '../platform/config.server.ts'
import { PlainError } from '../platform/plain-error.ts'
import { writeLicenses } from './licenses.ts'
import { precompress } from './precompress.ts'
import { builds, folderOfBuild, project } from './sources.js'

const unfinished = 'unfinished-'

/**
 * Builds the pages, and the server with them, when a file they are made from changed since the last build. A build stands in a
 * folder named after what it was made from and is never changed, so that starts at once disturb neither each other nor a server
 * that runs.
 *
 * @param signal ends a build that is under way
 * @returns the folder of the build
 * @throws PlainError
 */
export async function buildWhenStale(signal?: AbortSignal): Promise<string> {
  const folder = folderOfBuild()
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
    await writeLicenses(fresh)
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

/** Keeps the build before this one, which a server may still be serving and pages stand open of, and what is being built now. */
async function removeOldBuilds(current: string): Promise<void> {
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
    return new PlainError(`The disk that holds ${project} is full: free some space and start again.`)
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new PlainError(
      `The pages have to be built, and this user may not write to ${builds} (${code}): give it that right, or start once as a user who has it.`,
    )
  }
  return thrown
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
          new PlainError(
            `The pages could not be built:\n${output.join('').split('\n').slice(-20).join('\n')}`,
          ),
        )
    })
  })
}
