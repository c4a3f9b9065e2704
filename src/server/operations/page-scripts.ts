/** Checks that a page runs nothing but what a list of hashes names (docs/releases.md). */
import { createHash } from 'node:crypto'
import { toIntegrity } from '../build/script-hashes.ts'
import type { ScriptList } from '../build/script-list.ts'

const scriptElement = /<script\b([^>]*)>([\s\S]*?)<\/script>/g
const preload = /<link rel="modulepreload"([^>]*)>/g

/** Keywords of a policy beside hashes and nonces. Our worker for phrases compiles WebAssembly. */
const harmlessWords = ["'self'", "'wasm-unsafe-eval'"]

/**
 * @param html of a page of the site
 * @param policy its Content-Security-Policy header
 * @returns what differs from the list, in sentences
 */
export function pageFindings(html: string, policy: string, list: ScriptList): string[] {
  return [...policyFindings(policy, list), ...scriptFindings(html, list)]
}

/** For a page without its headers, where browsers would also run scripts in attributes. */
export function savedPageFindings(html: string, list: ScriptList): string[] {
  const attributes =
    html.match(/<[a-z][^<>]*\s(?:on[a-z]+\s*=|(?:href|src|action)="\s*javascript:)[^<>]*>/gi) ?? []
  return [...scriptFindings(html, list), ...attributes.map((tag) => `runs a script of ${shorten(tag)}`)]
}

function policyFindings(policy: string, { inline }: ScriptList): string[] {
  const directives = new Map<string, string[]>()
  for (const part of policy.split(';')) {
    const [name = '', ...values] = part.trim().split(/\s+/)
    // Of two with one name, browsers use the first.
    if (!directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), values)
  }
  const allowed = (directives.get('script-src') ?? ['everything']).filter((word) => {
    const hash = /^'(sha256-.+)'$/.exec(word)?.[1]
    const isListed = hash !== undefined && inline.has(hash)
    return !isListed && !harmlessWords.includes(word) && !/^'nonce-[\w+/=-]+'$/.test(word)
  })
  const others = ['script-src-elem', 'script-src-attr'].filter((name) => directives.has(name))
  const open = ['default-src', 'base-uri'].filter((name) => directives.get(name)?.join() !== "'none'")
  return [
    ...allowed.map((word) => `allows scripts of ${word} in its policy, which the list lacks`),
    ...others.map((name) => `has ${name} in its policy`),
    ...open.map((name) => `does not forbid ${name} in its policy`),
  ]
}

function scriptFindings(html: string, list: ScriptList): string[] {
  const elements = [...html.matchAll(scriptElement)]
  const preloads = [...html.matchAll(preload)]
  const others = html.match(/<(?:iframe|object|embed|base|meta http-equiv)\b[^>]*>/gi) ?? []
  const findings = [
    ...elements.flatMap(([, attributes = '', text = '']) => elementFindings(attributes, text, list)),
    ...preloads.flatMap(([, attributes = '']) =>
      fileFindings(parseAttributes(attributes)?.get('href'), attributes, list),
    ),
    ...others.map((tag) => `contains ${shorten(tag)}`),
  ]
  // Browsers run some spellings that the pattern does not match.
  const spelled = html.match(/<\/?\s*script/gi)?.length ?? 0
  return spelled === 2 * elements.length ? findings : [...findings, unusual]
}

const unusual = 'has a script element in an unusual spelling'

function elementFindings(text: string, content: string, list: ScriptList): string[] {
  const attributes = parseAttributes(text)
  if (!attributes) return [unusual]
  const type = attributes.get('type')
  if (attributes.has('src')) return fileFindings(attributes.get('src'), text, list)
  if (type === 'importmap') return importMapFindings(content, list)
  // Browsers do not run these.
  if (type === 'application/json' || type === 'application/ld+json') return []
  if (list.inline.has(hashOf(content)) || isPageData(content, list)) return []
  return [`runs a script that the list lacks: ${shorten(content)}`]
}

/** @returns values by name; undefined if they are not written as our pages write them */
function parseAttributes(text: string): Map<string, string> | undefined {
  if (!/^(?:\s+[a-z-]+="[^"<>]*")*\s*\/?$/i.test(text)) return undefined
  const pairs = [...text.matchAll(/\s([a-z-]+)="([^"]*)"/gi)]
  const attributes = new Map(pairs.map(([, name = '', value = '']) => [name.toLowerCase(), value]))
  return attributes.size === pairs.length ? attributes : undefined
}

function fileFindings(url: string | undefined, attributes: string, { files }: ScriptList): string[] {
  const hash = url?.startsWith('/') ? files.get(url.slice(1)) : undefined
  if (!url || !hash) return [`loads ${shorten(url ?? attributes)}, which the list lacks`]
  const integrity = parseAttributes(attributes)?.get('integrity')
  if (integrity === toIntegrity(hash)) return []
  return [`loads ${shorten(url)} ${integrity ? 'with the hash of another script' : 'without its hash'}`]
}

function importMapFindings(text: string, list: ScriptList): string[] {
  const { integrity, ...others } = parse(text) ?? {}
  if (Object.keys(others).length > 0 || typeof integrity !== 'object' || integrity === null)
    return ['has an import map that replaces scripts']
  return Object.entries(integrity).flatMap(([url, hash]) => fileFindings(url, ` integrity="${hash}"`, list))
}

const quoted = '"(?:[^"\\\\]|\\\\.)*"'
const constant = String.raw`window\.__reactRouterContext`

/** React Router writes these around the data of a page; the last is a module, and the data is JSON, so neither can hold code of its own. */
const dataForms = [
  new RegExp(
    `^${constant} = (\\{.*\\});${constant}\\.stream = new ReadableStream\\(\\{start\\(controller\\)\\{${constant}\\.streamController = controller;\\}\\}\\)\\.pipeThrough\\(new TextEncoderStream\\(\\)\\);$`,
  ),
  new RegExp(`^${constant}\\.streamController\\.enqueue\\((${quoted})\\);$`, 's'),
  new RegExp(`^${constant}\\.streamController\\.close\\(\\);$`),
]
const moduleForm = new RegExp(
  `^(?:import (?:\\* as \\w+ from )?${quoted};?\\s*|window\\.__reactRouterRouteModules = \\{(?:${quoted}:\\w+,?)*\\};\\s*|import\\(${quoted}\\);\\s*)+$`,
)
const scrollForm = /^(\(\(storageKey, restoreKey\) => \{[\s\S]*\}\))\(("[^"]*"), (null|"(?:[^"\\]|\\.)*")\)$/

/** Whether an inline script is React Router's, with nothing but data of the page and names of listed scripts. */
function isPageData(text: string, { files, inline }: ScriptList): boolean {
  for (const form of dataForms) {
    const [whole, data] = form.exec(text) ?? []
    if (whole !== undefined) return data === undefined || parse(data) !== undefined
  }
  const [, scroll = ''] = scrollForm.exec(text) ?? []
  if (scroll) return inline.has(hashOf(scroll))
  if (!moduleForm.test(text)) return false
  const urls = [...text.matchAll(new RegExp(`(?:from |import |import\\()(${quoted})`, 'g'))]
  return urls.every(([, url = '']) => url.startsWith('"/') && files.has(url.slice(2, -1)))
}

function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

const shorten = (text: string) => JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text)
