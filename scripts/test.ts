/** `npm test`: static checks, then all tests. */
import { spawnSync } from 'node:child_process'
import { buildWhenStale } from '../src/server/build/build.ts'
import { ensureChromium } from '../test/support/chromium.ts'
import { ensureDebianPostgres } from '../test/support/debian-postgres.ts'

const steps = [
  ['npm', 'run', '--silent', 'check'],
  ['vitest', 'run', ...process.argv.slice(2)],
]

ensureChromium()
ensureDebianPostgres()
await buildWhenStale()
for (const [command = '', ...args] of steps) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
