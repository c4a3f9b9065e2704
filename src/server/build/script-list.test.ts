import { expect, test } from 'vitest'
import { parseScriptList } from './script-list.ts'

const hash = 'a'.repeat(64)
const inline = `sha256-${'b'.repeat(43)}=`

test('A list is read with its version, files and inline parts; other comments are ignored', () => {
  const list = parseScriptList(
    `# anything\n# version: 1.2.3\n# inline-script: ${inline} before-first-paint\n#\n${hash}  assets/a-1.js\n${hash}  source.tar.gz\n`,
  )
  expect(list.version).toBe('1.2.3')
  expect([...list.files]).toEqual([
    ['assets/a-1.js', hash],
    ['source.tar.gz', hash],
  ])
  expect([...list.inline]).toEqual([[inline, 'before-first-paint']])
})

test.each([
  ['nothing', '', 'the list names no file'],
  ['an error page', '<!doctype html>', 'no hash of a file: <!doctype html>'],
  ['a path outside the site', `${hash}  ../../etc/passwd`, 'no hash of a file'],
  ['a path of another site', `${hash}  //evil.example/a.js`, 'no hash of a file'],
  ['an absolute path', `${hash}  /etc/passwd`, 'no hash of a file'],
  ['a short hash', `${'a'.repeat(63)}  assets/a.js`, 'no hash of a file'],
  ['a hash in capitals', `${'A'.repeat(64)}  assets/a.js`, 'no hash of a file'],
  ['a path that is listed twice', `${hash}  assets/a.js\n${hash}  assets/a.js`, 'listed twice: assets/a.js'],
])('%s is rejected', (_what, text, message) => {
  expect(() => parseScriptList(text)).toThrow(message)
})
