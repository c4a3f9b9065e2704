import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLeakedPassword } from './leaked-passwords.server.ts'
import { findWeaknesses } from './password-strength.server.ts'

test.each(['password1234', 'p4$$w0rd1234', 'M0nk3yM0nk3y', 'qwertyuiop[]', '1111111111111', 'a'.repeat(200)])(
  '%s is easy to guess',
  async (password) => {
    expect((await findWeaknesses(password))[0]?.sentence).toMatch(/\.$/)
  },
)

test.each(['lantern over the quiet harbor', 'seven paper boats at noon', 'kX9-vv2Q_pLm4'])(
  '%s is accepted',
  async (password) => {
    expect(await findWeaknesses(password)).toEqual([])
  },
)

// The first four look strong by their characters, like two in three of the leaked passwords that are long enough.
test.each([
  'w4rpskbdkdy',
  '12hDZBd998GMs',
  'Vtufvjycnh',
  'yang8293763',
  'worldofwarcraft',
  'W4RPSKBDKDY',
  ' w4rpskbdkdy ',
])('%s is in the lists of leaked passwords', async (password) => {
  expect(await findWeaknesses(password)).toEqual([
    { code: 'pwned', sentence: 'This password appears in lists of leaked passwords. Please choose another.' },
  ])
})

test.each([
  ['p4$$w0rd98765', 'pwned'],
  ['tyuiopghjkl;', 'characters'],
])('%s is rejected with the code %s', async (password, code) => {
  expect((await findWeaknesses(password)).map((weakness) => weakness.code)).toContain(code)
})

test('fewer than 20 of 100,000 random passwords are taken for leaked ones', () => {
  const random = Array.from({ length: 100_000 }, () => randomBytes(12).toString('base64url'))
  expect(random.filter(isLeakedPassword).length).toBeLessThan(20)
})

test.each(['unfogjournal', 'UnfogGlossary', 'unfogconnections', 'quickhideunfog'])(
  '%s, a word of this site, is rejected',
  async (password) => {
    expect((await findWeaknesses(password))[0]?.sentence).toMatch(/\.$/)
  },
)

// Anyone can have a password checked, which blocks the worker. Some of these once took a hundred times as long.
test.each(['4@8({[<3369&#!1/|0$5+7%2', 'p@$$w0rd4(3!1|0$7+', '1!|4@0$5', '1/1/1991', '1234567890', 'aAbB1!'])(
  'a password of %s repeated does not take long to check',
  async (part) => {
    const takes = async (password: string) => {
      const begun = performance.now()
      await findWeaknesses(password)
      return performance.now() - begun
    }
    await takes('warm up')
    const long = part.repeat(200).slice(0, 200)
    // Measured alternately, and the fastest of each, because other work on the machine slows both.
    const times: { long: number; usual: number }[] = []
    const quickest = (which: 'long' | 'usual') => Math.min(...times.map((each) => each[which]))
    do times.push({ long: await takes(long), usual: await takes('lantern over the quiet harbor') })
    while (times.length < 3 || (times.length < 10 && quickest('long') / quickest('usual') >= 15))
    expect(quickest('long') / quickest('usual')).toBeLessThan(15)
  },
)

/** The password check in its own folder, where a test can replace its worker thread. */
async function withOwnJudge(test: (judge: typeof findWeaknesses, folder: string) => Promise<void>) {
  const platform = await mkdtemp(join(tmpdir(), 'unfog-judge-'))
  const folder = join(platform, 'passwords')
  const file = 'password-strength.server.ts'
  try {
    await mkdir(folder)
    const catalog = 'messages.en.yaml'
    await copyFile(join(import.meta.dirname, '..', catalog), join(platform, catalog))
    for (const name of [file, 'leaked-passwords.server.ts'])
      await copyFile(join(import.meta.dirname, name), join(folder, name))
    for (const name of ['node_modules', 'package.json', 'src'])
      await symlink(join(import.meta.dirname, '..', '..', '..', name), join(folder, name))
    const judge: { findWeaknesses: typeof findWeaknesses } = await import(join(folder, file))
    await test(judge.findWeaknesses, folder)
  } finally {
    await rm(platform, { recursive: true, force: true })
  }
}
const thread = 'password-strength.worker.ts'

test('a thread that cannot start fails only its own check, and the next check starts another thread', () =>
  withOwnJudge(async (judge, folder) => {
    await expect(Promise.all([judge('one'), judge('another')])).rejects.toThrow()
    await copyFile(join(import.meta.dirname, thread), join(folder, thread))
    expect((await judge('password1234'))[0]?.sentence).toMatch(/\.$/)
  }))

test('a check whose thread ends is retried once', () =>
  withOwnJudge(async (judge, folder) => {
    const questions = join(folder, 'questions')
    await copyFile(join(import.meta.dirname, thread), join(folder, 'real.thread.ts'))
    // Ends during the first check, and whenever the password is `end`.
    await writeFile(
      join(folder, thread),
      `import { appendFileSync, readFileSync } from 'node:fs'
      import judge from './real.thread.ts'
      const questions = ${JSON.stringify(questions)}
      export default (question) => {
        appendFileSync(questions, '.')
        if (question.password === 'end' || readFileSync(questions, 'utf8') === '.')
          return new Promise(() => setTimeout(() => { throw new Error('the thread ends') }))
        return judge(question)
      }`,
    )
    expect((await judge('password1234'))[0]?.sentence).toMatch(/\.$/)
    await expect(judge('end')).rejects.toThrow('the thread ends')
    expect(await readFile(questions, 'utf8')).toBe('....')
  }))
