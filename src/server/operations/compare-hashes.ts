/** Compares the scripts that a site serves with a list of hashes (docs/releases.md). */
import { createHash } from 'node:crypto'
import { href } from 'react-router'
import { scriptHashesPath } from '../build/script-hashes.ts'
import { parseScriptList, type ScriptList } from '../build/script-list.ts'
import { pageFindings } from './page-scripts.ts'

/** One of each kind that needs no account. */
const pages = [
  href('/'),
  href('/glossary'),
  href('/resources'),
  href('/contact'),
  href('/comparing-scripts'),
  href('/auth-test'),
  href('/auth-test/reset'),
  href('/demo/home'),
]

/** Bytes. The site may be hostile. */
const maxFile = 64 * 1024 * 1024
const maxFiles = 2_000

type Get = (url: string) => Promise<Response>

const get: Get = (url) =>
  fetch(url, { redirect: 'error', cache: 'no-store', signal: AbortSignal.timeout(60_000) })

/**
 * Compares the list that a site publishes with another one, and every file with the hash in its list.
 * @param site its origin
 * @param own of a build that one trusts
 * @returns what differs, in sentences, and the published list
 * @throws Error if there is no list to compare
 */
export async function compareSite(
  site: string,
  own: ScriptList,
  request = get,
): Promise<{ findings: string[]; published: ScriptList }> {
  const response = await request(site + scriptHashesPath)
  if (!response.ok)
    throw new Error(`${site + scriptHashesPath} answers ${response.status}: there is no list to compare.`)
  const published = parseScriptList((await read(response)).toString('utf8'))
  if (published.files.size > maxFiles) throw new Error(`The list names more than ${maxFiles} files.`)
  const findings = listFindings(published, own)
  for (const [path, hash] of published.files) {
    const answer = await request(`${site}/${path}`)
    if (!answer.ok) findings.push(`${path}: the site lists it, and answers ${answer.status}`)
    else if (sha256(await read(answer)) !== hash)
      findings.push(`${path}: the site serves other bytes than it lists`)
  }
  return { findings, published }
}

/** @returns what the pages of a site run that its list lacks, in sentences */
export async function comparePages(site: string, published: ScriptList, request = get): Promise<string[]> {
  const findings: string[] = []
  for (const path of pages) {
    const response = await request(site + path)
    const html = (await read(response)).toString('utf8')
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    for (const finding of pageFindings(html, policy, published)) findings.push(`${path}: ${finding}`)
  }
  return findings
}

/** The names of inline parts may change; what they are may not. */
function listFindings(published: ScriptList, own: ScriptList): string[] {
  const parts: [string, Map<string, string>, Map<string, string>][] = [
    ['', published.files, own.files],
    ['inline ', invert(published.inline), invert(own.inline)],
  ]
  const findings =
    published.version === own.version
      ? []
      : [`the site has version ${published.version}, the other list ${own.version}`]
  for (const [kind, theirs, ours] of parts) {
    for (const path of new Set([...theirs.keys(), ...ours.keys()])) {
      if (!ours.has(path)) findings.push(`${kind}${path}: only the site has it`)
      else if (!theirs.has(path)) findings.push(`${kind}${path}: the site lacks it`)
      else if (theirs.get(path) !== ours.get(path)) findings.push(`${kind}${path}: the hashes differ`)
    }
  }
  return findings
}

const invert = (inline: Map<string, string>) => new Map([...inline].map(([hash, name]) => [name, hash]))

async function read(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxFile) throw new Error(`${response.url} is larger than ${maxFile} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex')
