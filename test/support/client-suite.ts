import { execFile } from 'node:child_process'
import { cp, readFile, realpath, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const report = z.object({
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})

/**
 * Copies the client's test suite, so that its checkout stays unchanged.
 *
 * @param suite the folder `packages/core/auth-js` of a checkout of supabase/supabase-js with its packages installed
 * @param folder an empty one
 */
export async function copyClientSuite(suite: string, folder: string): Promise<string> {
  const copy = join(folder, 'packages', 'core', 'auth-js')
  const parts = ['src', 'test', 'package.json', 'tsconfig.json', 'tsconfig.test.json']
  for (const part of [...parts, 'jest.config.cli.js', 'jest.config.docker.js'])
    await cp(join(suite, part), join(copy, part), { recursive: true })
  await symlink(await realpath(join(suite, 'node_modules')), join(copy, 'node_modules'))
  await cp(join(suite, '..', '..', '..', 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'))
  await promisify(execFile)(process.execPath, ['test/generate-signing-keys.js'], { cwd: copy })
  return copy
}

/** Replaces texts in a file of the copy. @throws if one is missing, because the suite has changed */
export async function replaceIn(file: string, replacements: Record<string, string>): Promise<void> {
  let text = await readFile(file, 'utf8')
  for (const [before, after] of Object.entries(replacements)) {
    if (!text.includes(before)) throw new Error(`${file} no longer has: ${before}`)
    text = text.replaceAll(before, after)
  }
  await writeFile(file, text)
}

/**
 * Runs the suite with its own runner.
 *
 * @returns the number of cases, and the file, name and message of each failure
 */
export async function runClientSuite(copy: string, config: string) {
  const output = join(copy, `${config}.json`)
  // Its default timeout of five seconds is too short on a busy machine.
  const args = ['--config', config, '--runInBand', '--coverage=false', '--testTimeout=60000']
  const { PATH = '', HOME = '' } = process.env
  const options = { cwd: copy, env: { PATH, HOME, NO_COLOR: '1' }, maxBuffer: 2 ** 28 }
  // Exits with 1 if a case fails; the report has the details.
  const jest = join(copy, 'node_modules', 'jest', 'bin', 'jest.js')
  const result = await promisify(execFile)(
    process.execPath,
    [jest, ...args, '--json', '--outputFile', output],
    options,
  ).catch((error) => error)
  const json = await readFile(output, 'utf8').catch(() => {
    throw new Error(`The client’s suite did not run:\n${result.stderr}`)
  })
  const { numTotalTests, testResults } = report.parse(JSON.parse(json))
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(join(copy, 'test'), name)
    if (assertionResults.length === 0) return [{ name: `${file}: the whole file`, message }]
    return assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ fullName, failureMessages }) => ({
        name: `${file}: ${fullName}`,
        message: failureMessages.join('\n').split('\n    at ')[0],
      }))
  })
  return { cases: numTotalTests, failures }
}
