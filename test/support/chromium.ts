import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Chromium without its own windows: it draws the same pages for half the processor's time. */
const headlessShell = '/usr/bin/chromium-headless-shell'

const browserPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]

/** No sandbox: tests open nothing but our own pages, and root (CI) may not have one. Nothing phones home. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Letters as wide as a person's browser draws them: without windows they would stand on whole pixels.
  '--font-render-hinting=none',
]

/**
 * The browser to test with; undefined where Playwright's own is to be used.
 *
 * @param whole with all that a person's browser keeps and shows: a profile's history, codecs
 */
export const findChromium = (whole = false): string | undefined =>
  (whole ? browserPaths : [headlessShell, ...browserPaths]).find(existsSync)

/** Finds Chromium or installs it: Debian's as root, else Playwright's own (design: "Running"). */
export function ensureChromium(): void {
  const debian = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (debian && !(existsSync(headlessShell) && findChromium(true))) {
    run('apt-get', ['update'])
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'chromium-headless-shell'])
  }
  // The tests of a profile need the whole one.
  if (!findChromium(true)) run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])
}

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) console.error(`${command} ${args.join(' ')} did not succeed (exit ${status}).`)
}
