import { copyFile, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { weaknesses } from './password-strength.server.ts'

test.each(['password1234', 'p4$$w0rd1234', 'M0nk3yM0nk3y', 'qwertyuiop[]', '1111111111111', 'a'.repeat(200)])(
  '%s is easy to guess',
  async (password) => {
    expect((await weaknesses(password))[0]).toMatch(/\.$/)
  },
)

test.each(['lantern over the quiet harbor', 'seven paper boats at noon', 'kX9-vv2Q_pLm4'])(
  '%s is not',
  async (password) => {
    expect(await weaknesses(password)).toEqual([])
  },
)

test.each(['unfogjournal', 'UnfogGlossary', 'unfogconnections', 'quickhideunfog'])(
  '%s is what somebody tries first who knows where it is for',
  async (password) => {
    expect((await weaknesses(password))[0]).toMatch(/\.$/)
  },
)

// Anybody can have one judged, and the pages of everybody wait meanwhile: some of these took a hundred times as long as others.
test.each(['4@8({[<3369&#!1/|0$5+7%2', 'p@$$w0rd4(3!1|0$7+', '1!|4@0$5', '1/1/1991', '1234567890', 'aAbB1!'])(
  'no password is made for keeping us busy: %s, again and again',
  async (part) => {
    const takes = async (password: string) => {
      const begun = performance.now()
      await weaknesses(password)
      return performance.now() - begun
    }
    await takes('warm up')
    const long = part.repeat(200).slice(0, 200)
    // Side by side, and the quickest of each, since other work of this machine slows both.
    const times: { long: number; usual: number }[] = []
    for (let time = 0; time < 10; time++)
      times.push({ long: await takes(long), usual: await takes('lantern over the quiet harbor') })
    const quickest = (which: 'long' | 'usual') => Math.min(...times.map((each) => each[which]))
    expect(quickest('long') / quickest('usual')).toBeLessThan(15)
  },
)

test('a thread that cannot begin ends nothing but the question, and the next question begins another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unfog-judge-'))
  const here = join(import.meta.dirname, 'password-strength.server.ts')
  const alone = join(folder, 'password-strength.server.ts')
  const thread = 'password-judge.thread.ts'
  try {
    await copyFile(here, alone)
    await symlink(join(import.meta.dirname, '..', '..', 'node_modules'), join(folder, 'node_modules'))
    const judge: { weaknesses: typeof weaknesses } = await import(alone)
    await expect(Promise.all([judge.weaknesses('one'), judge.weaknesses('another')])).rejects.toThrow()
    await copyFile(join(import.meta.dirname, thread), join(folder, thread))
    expect((await judge.weaknesses('password1234'))[0]).toMatch(/\.$/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
