import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [
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
]

/** The browser to test with; undefined where Playwright's own is to be used. */
export const findChromium = (): string | undefined => places.find(existsSync)

/** Finds Chromium or installs it: Debian's as root, else Playwright's own (design: "Running"). */
export function ensureChromium(): void {
  if (findChromium()) return
  const debian = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (debian) {
    run('apt-get', ['update'])
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
    if (findChromium()) return
  }
  run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])
}

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) console.error(`${command} ${args.join(' ')} did not succeed (exit ${status}).`)
}
