import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Renders the same pages with half the CPU time. */
const headlessShell = '/usr/bin/chromium-headless-shell'

const browserPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]

/** No sandbox: tests open only our own pages, and root (CI) can't have one. No background requests. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Same text widths as full Chromium; the headless shell would round them to whole pixels.
  '--font-render-hinting=none',
]

/**
 * Path of Chromium; undefined to use Playwright's own.
 *
 * @param whole full Chromium, with profile history and codecs
 */
export const findChromium = (whole = false): string | undefined =>
  (whole ? browserPaths : [headlessShell, ...browserPaths]).find(existsSync)

/** Finds Chromium or installs it: Debian's as root, else Playwright's own. */
export function ensureChromium(): void {
  const debian = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (debian && !(existsSync(headlessShell) && findChromium(true))) {
    run('apt-get', ['update'])
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'chromium-headless-shell'])
  }
  // Tests of the profile need full Chromium.
  if (!findChromium(true)) run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])
}

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) console.error(`${command} ${args.join(' ')} did not succeed (exit ${status}).`)
}
