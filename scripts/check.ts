/** `npm run check`: runs all static checks in parallel. `npm run test:fast` adds the tests that need nothing else. */
import { spawn } from 'node:child_process'

const withTests = process.argv.includes('--with-tests')

const checks: Record<string, string[]> = {
  'format and lint': ['biome', 'ci', '--colors=off', '--error-on-warnings'],
  types: ['sh', '-c', 'react-router typegen && tsc --noEmit'],
  [withTests ? 'architecture and pure tests' : 'architecture']: [
    ...['vitest', 'run', '--project', 'pure'],
    ...(withTests ? [] : ['test/architecture']),
  ],
  'unused code': ['knip', '--no-progress'],
}

type Result = { name: string; passed: boolean; seconds: string; output: string }

function run(name: string, [command = '', ...args]: string[]): Promise<Result> {
  const started = performance.now()
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child.once('error', (error) => (output += error.message))
    child.once('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      resolve({ name, passed: code === 0, seconds, output })
    })
  })
}

const results = await Promise.all(Object.entries(checks).map(([name, command]) => run(name, command)))
for (const { name, passed, seconds, output } of results) {
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`)
  if (!passed) console.log(output)
}
process.exit(results.every((result) => result.passed) ? 0 : 1)
