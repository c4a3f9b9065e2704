import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { toIntegrity } from '../build/script-hashes.ts'
import type { ScriptList } from '../build/script-list.ts'
import { pageFindings, savedPageFindings } from './page-scripts.ts'

const hash = 'ab'.repeat(32)
const integrity = toIntegrity(hash)
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const constant = 'try{paint()}catch(e){}'
const scroll = '((storageKey, restoreKey) => {\n\tscrollTo(0, 1)\n})'
const importMap = JSON.stringify({ integrity: { '/assets/a.js': integrity } })
const list: ScriptList = {
  version: '1.0.0',
  files: new Map([['assets/a.js', hash]]),
  inline: new Map([constant, scroll, importMap].map((text) => [hashOf(text), 'listed'])),
}

const policy = (scripts: string) => `default-src 'none'; script-src 'self' ${scripts}; base-uri 'none'`
const strict = policy(`'${hashOf(constant)}' 'nonce-abc'`)
const page = (body: string) => `<!doctype html><html><head></head><body>${body}</body></html>`
const file = `<script type="module" src="/assets/a.js" integrity="${integrity}"></script>`

test.each([
  ['a listed file with its hash', file],
  [
    'a preload with its hash',
    `<link rel="modulepreload" href="/assets/a.js" integrity="${integrity}" nonce="abc"/>`,
  ],
  ['a constant', `<script data-page="">${constant}</script>`],
  ['an import map', `<script type="importmap">${importMap}</script>`],
  ['data', '<script type="application/ld+json">{"a":1}</script>'],
  ['the scroll position', `<script nonce="abc">${scroll}("positions", null)</script>`],
  [
    'data of the router',
    '<script nonce="abc">window.__reactRouterContext.streamController.enqueue("[{\\"_1\\":2}]\\n");</script><script nonce="abc">window.__reactRouterContext.streamController.close();</script>',
  ],
  [
    'modules of routes',
    '<script nonce="abc" type="module" async="">import "/assets/a.js";\nimport * as route0 from "/assets/a.js";\n  \n  window.__reactRouterRouteModules = {"root":route0};\n\nimport("/assets/a.js");</script>',
  ],
])('A page with %s has no findings', (_what, body) => {
  expect(pageFindings(page(body), strict, list)).toEqual([])
  expect(savedPageFindings(page(body), list)).toEqual([])
})

test.each([
  ['another file', '<script src="/assets/b.js"></script>', 'loads "/assets/b.js", which the list lacks'],
  ['a file of another site', file.replace('src="', 'src="//evil.example'), 'which the list lacks'],
  ['a file without its hash', '<script src="/assets/a.js"></script>', 'without its hash'],
  ['a file with another hash', file.replace(integrity, 'sha256-x'), 'with the hash of another script'],
  ['a preload of another file', '<link rel="modulepreload" href="/assets/b.js"/>', 'which the list lacks'],
  [
    'an unknown inline script',
    '<script nonce="abc">steal()</script>',
    'runs a script that the list lacks: "steal()"',
  ],
  ['a changed constant', `<script>${constant} </script>`, 'runs a script that the list lacks'],
  [
    'code after data',
    '<script nonce="abc">window.__reactRouterContext.streamController.enqueue("a");steal();</script>',
    'runs a script',
  ],
  [
    'code in data',
    '<script nonce="abc">window.__reactRouterContext.streamController.enqueue("a" + steal());</script>',
    'runs a script',
  ],
  [
    'another scroll script',
    `<script nonce="abc">${scroll.replace('scrollTo', 'steal')}("a", null)</script>`,
    'runs a script',
  ],
  ['a module of another file', '<script type="module">import("/assets/b.js");</script>', 'runs a script'],
  [
    'an import map that replaces',
    '<script type="importmap">{"imports":{"/assets/a.js":"/x.js"}}</script>',
    'replaces scripts',
  ],
  [
    'an import map with another hash',
    '<script type="importmap">{"integrity":{"/assets/a.js":"sha256-x"}}</script>',
    'the hash of another script',
  ],
  [
    'a type in another attribute',
    `<script data-a='type="application/json"'>steal()</script>`,
    'unusual spelling',
  ],
  ['two types', '<script type="module" type="application/json">steal()</script>', 'unusual spelling'],
  ['a script in capitals', '<SCRIPT>steal()</SCRIPT>', 'unusual spelling'],
  ['a script with a slash', '<script/src="/x.js"></script>', 'unusual spelling'],
  ['a script that does not end', '<script>steal()', 'unusual spelling'],
  ['a frame', '<iframe src="/x"></iframe>', 'contains'],
  ['a base', '<base href="https://evil.example/">', 'contains'],
  ['a refresh', '<meta http-equiv="refresh" content="0;url=/x">', 'contains'],
])('A page with %s has one', (_what, body, finding) => {
  const found = pageFindings(page(body), strict, list)
  expect(found.join('\n')).toContain(finding)
  expect(savedPageFindings(page(body), list)).toEqual(found)
})

test.each([
  ['a handler', '<img src="/a.png" onerror="steal()">'],
  ['a link that runs', '<a href="javascript:steal()">a</a>'],
])('A saved page with %s has one; elsewhere the policy forbids it', (_what, body) => {
  expect(savedPageFindings(page(body), list)).toEqual([expect.stringContaining('runs a script of')])
  expect(pageFindings(page(body), strict, list)).toEqual([])
})

test.each([
  ['no policy', ''],
  ['scripts of anywhere', policy('*')],
  ['another site', policy('https://evil.example')],
  ['any inline script', policy("'unsafe-inline'")],
  ['handlers', policy("'unsafe-hashes'")],
  ['code in texts', policy("'unsafe-eval'")],
  ['an unknown inline script', policy(`'${hashOf('steal()')}'`)],
  ['data: scripts', policy('data:')],
  ['no limit for others', strict.replace("default-src 'none'", "default-src 'self'")],
  ['other bases', strict.replace("base-uri 'none'", 'base-uri *')],
  ['a second list', `script-src *; ${strict}`],
  ['another list for elements', `${strict}; script-src-elem *`],
])('A policy with %s has one', (_what, text) => {
  expect(pageFindings(page(file), text, list)).not.toEqual([])
})
