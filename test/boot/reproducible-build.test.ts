import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { ownNode } from '../support/product.ts'

/** Of the only build in a folder. */
async function listIn(folder: string) {
  const [build = ''] = await readdir(join(folder, 'build'))
  const read = (name: string) => readFile(join(folder, 'build', build, name))
  return { build, list: (await read('script-hashes.txt')).toString(), archive: await read('source.tar.gz') }
}

test('The source that a build offers, unpacked elsewhere without git, builds the same list of hashes', async () => {
  const clone = inject('clone')
  const first = await listIn(clone)
  const folder = await mkdtemp(join(tmpdir(), 'another-place-'))
  try {
    execFileSync('tar', ['-xzf', '-', '-C', folder], { input: first.archive })
    const source = join(folder, 'source')
    await symlink(join(clone, 'node_modules'), join(source, 'node_modules'))
    const [node = '', start = ''] = ownNode(clone)
    execFileSync(node, [start, '--build'], {
      cwd: source,
      env: { ...process.env, TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', HOME: folder },
      maxBuffer: 64 * 1024 * 1024,
    })
    const second = await listIn(source)
    expect(second.list.split('\n')).toEqual(first.list.split('\n'))
    expect(second.list).toMatch(/^[0-9a-f]{64} {2}source\.tar\.gz$/m)
    expect(second.build).toBe(first.build)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
