/** `npm test`: static checks, then every test on real parts. Finds Chromium or installs it first. */
import { spawnSync } from 'node:child_process'
import { ensureChromium } from '../test/support/chromium.ts'

const steps = [
  ['npm', 'run', '--silent', 'check'],
  ['vitest', 'run', ...process.argv.slice(2)],
]

ensureChromium()
for (const [command = '', ...args] of steps) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
