import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { loggable } from './log.server.ts'

/** A word that must not appear in a log. */
const canary = 'Zaunkoenig'

/** The lines that a separate process writes when it logs at each level. */
async function written(level: string): Promise<Record<string, unknown>[]> {
  const source = join(import.meta.dirname, 'log.server.ts')
  const script = `
    import { createLog } from ${JSON.stringify(source)}
    import { withRequestId } from ${JSON.stringify(join(import.meta.dirname, 'request-id.ts'))}
    const log = createLog(${JSON.stringify(level)})
    for (const name of ['debug', 'info', 'warn', 'error']) log[name]('said ' + name, { path: '/glossary', status: 200 })
    log.info('bare')
    withRequestId(() => log.info('in a request'))`
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    script,
  ])
  expect(stderr).toBe('')
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

describe('a log line', () => {
  test('is JSON with a time and the given fields, and nothing about the machine', async () => {
    const lines = await written('info')
    expect(lines.map((line) => line.msg)).toEqual([
      'said info',
      'said warn',
      'said error',
      'bare',
      'in a request',
    ])
    expect(Object.keys(lines[0] ?? {}).sort()).toEqual(['level', 'msg', 'path', 'status', 'time'])
    expect(lines.at(-1)?.request).toMatch(/^[0-9a-f]{8}$/)
    expect(lines[0]?.time).toMatch(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/)
  })

  test('is written only at the configured level or above', async () => {
    const messages = async (level: string) => (await written(level)).map((line) => line.msg)
    expect(await messages('silent')).toEqual([])
    expect(await messages('error')).toEqual(['said error'])
    expect(await messages('debug')).toHaveLength(6)
  })
})

test.each([
  ['to a pipe that was closed', '| true'],
  // Only Linux has that file.
  ['on a full disk', existsSync('/dev/full') ? '> /dev/full' : '| true'],
])('logging does not stop the process when it writes %s', async (_how, target) => {
  const script = `
    import { setTimeout as sleep } from 'node:timers/promises'
    import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.server.ts'))}
    const log = createLog('info')
    for (const name of ['info', 'error', 'info']) {
      await sleep(200)
      log[name]('x'.repeat(5_000))
    }
    console.error('still there')`
  const shell = `"$0" --input-type=module --eval "$1" ${target}`
  const ran = promisify(execFile)('sh', ['-c', shell, process.execPath, script], { timeout: 20_000 })
  expect((await ran).stderr).toBe('still there\n')
})

describe('The logged part of an error', () => {
  test('is its name, its code and its stack', () => {
    const thrown = Object.assign(new TypeError(`quoting ${canary}`), {
      code: '22P02',
      detail: canary,
      cause: canary,
    })
    const fields = loggable(thrown)
    expect(fields).toEqual({
      name: 'TypeError',
      code: '22P02',
      stack: expect.stringContaining('log.server.test.ts'),
    })
    expect(JSON.stringify(fields)).not.toContain(canary)
  })

  test('never includes its message, even if that looks like a line of the stack', () => {
    for (const message of [`a\n    at ${canary} (x.ts:1:1)`, `\n    at ${canary}`, `    at ${canary}`]) {
      expect(JSON.stringify(loggable(new Error(message)))).not.toContain(canary)
    }
  })

  test('never includes the original message after the message was changed', () => {
    const thrown = new Error(`a\n    at ${canary}`)
    const changed = Object.assign(thrown, { stack: thrown.stack, message: 'changed' })
    expect(JSON.stringify(loggable(changed))).not.toContain(canary)
  })

  test('never includes a code that is not a short string', () => {
    expect(loggable(Object.assign(new Error('x'), { code: 42 }))).not.toHaveProperty('code')
  })

  test.each([
    ['a text', canary, 'string'],
    ['nothing', undefined, 'undefined'],
    ['an object', { message: canary }, 'object'],
  ])('is only the type when %s was thrown', (_what, thrown, name) =>
    expect(loggable(thrown)).toEqual({ name }),
  )

  test('has a short stack at any depth of calls', () => {
    const deep = (depth: number): Error => (depth === 0 ? new Error('deep') : deep(depth - 1))
    expect(loggable(deep(50))?.stack?.split('\n').length).toBeLessThanOrEqual(8)
  })

  test('is only its name when it has no stack', () => {
    const thrown = new Error('x')
    delete thrown.stack
    expect(loggable(thrown)).toEqual({ name: 'Error' })
  })
})
