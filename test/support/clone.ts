import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chown, cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listFiles } from '../architecture/files.ts'

const project = join(import.meta.dirname, '..', '..')

/** Imitates `git clone` and `npm ci` offline: copies all unignored files, and hard-links the packages (or copies them). */
export async function cloneProject(to: string): Promise<void> {
  for (const file of listFiles()) {
    await mkdir(dirname(join(to, file)), { recursive: true })
    await cp(join(project, file), join(to, file))
  }
  linkTree(join(project, 'node_modules'), join(to, 'node_modules'))
}

export type CloneOptions = {
  /** Whether to include the build. */
  built?: boolean
  /** Whether to symlink node_modules: faster, enough if nothing is built. */
  sharedPackages?: boolean
  owner?: { uid: number; gid: number }
}

/** Copies a clone for a test that changes it. */
export async function copyClone(from: string, to: string, options: CloneOptions = {}): Promise<void> {
  await mkdir(to, { recursive: true })
  const names = await readdir(from)
  const copied = names.filter((name) => name !== 'node_modules' && (name !== 'build' || options.built))
  // A third of the CPU time of Node's `cp`.
  execFileSync('cp', ['-a', ...copied.map((name) => join(from, name)), to])
  const packages = join(from, 'node_modules')
  if (options.sharedPackages) await symlink(packages, join(to, 'node_modules'))
  else linkTree(packages, join(to, 'node_modules'))
  if (options.owner) await chownTree(to, options.owner)
}

function linkTree(from: string, to: string): void {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' })
  } catch {
    rmSync(to, { recursive: true, force: true })
    execFileSync('cp', ['-a', from, to])
  }
}

/** Skips files of packages: they may be hard links to the project's own. */
async function chownTree(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const isPackage = path.startsWith(join(folder, 'node_modules'))
    if (entry.isDirectory() || (entry.isFile() && !isPackage)) await chown(path, uid, gid)
  }
  await chown(folder, uid, gid)
}
