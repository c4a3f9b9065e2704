import { spawnSync } from 'node:child_process'

const run = (command: string, args: string[], input?: Buffer) =>
  spawnSync(command, args, { input, maxBuffer: 1 << 28 })

/** The text of a PDF, with a form feed after each page. Installs Poppler on Debian as root, as CI is. */
export function textOfPdf(pdf: Buffer): string {
  const isMissing = run('pdftotext', ['-v']).error !== undefined
  if (isMissing && process.getuid?.() === 0) {
    run('apt-get', ['update'])
    run('apt-get', ['install', '-y', '--no-install-recommends', 'poppler-utils'])
  }
  const { error, status, stdout, stderr } = run('pdftotext', ['-layout', '-', '-'], pdf)
  if (error || status !== 0) throw error ?? new Error(stderr.toString())
  return stdout.toString()
}
