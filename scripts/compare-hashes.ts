/**
 * `npm run compare-hashes -- https://…`: compares the scripts that a site serves with a build of this checkout, or with `--list FILE`
 * (docs/releases.md). `--page FILE` also checks a saved page. Exits with 0 if nothing differs, 1 if something does, 2 if it could not compare.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { buildFolder } from '../src/server/build/fingerprint.js'
import { scriptHashesFile } from '../src/server/build/script-hashes.ts'
import { parseScriptList } from '../src/server/build/script-list.ts'
import { comparePages, compareSite } from '../src/server/operations/compare-hashes.ts'
import { savedPageFindings } from '../src/server/operations/page-scripts.ts'

const usage = 'Usage: npm run compare-hashes -- https://site.example [--list FILE] [--page FILE]...'

async function compare(): Promise<string[]> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { list: { type: 'string' }, page: { type: 'string', multiple: true } },
  })
  const [address = '', ...others] = positionals
  if (!URL.canParse(address) || others.length > 0) throw new Error(usage)
  const site = new URL(address).origin
  const file = values.list ?? scriptHashesFile(buildFolder())
  if (!existsSync(file)) throw new Error(`There is no list at ${file}: run \`npm run build\` first.`)
  const own = parseScriptList(await readFile(file, 'utf8'))
  const { findings, published } = await compareSite(site, own)
  const saved = (values.page ?? []).map(async (path) =>
    savedPageFindings(await readFile(path, 'utf8'), published).map((finding) => `${path}: ${finding}`),
  )
  return [...findings, ...(await comparePages(site, published)), ...(await Promise.all(saved)).flat()]
}

try {
  const findings = await compare()
  for (const finding of findings) console.log(finding)
  console.log(
    findings.length === 0
      ? 'Nothing differs: at this moment, this machine got the scripts of this list.'
      : `${findings.length} differences. docs/releases.md says what they can mean.`,
  )
  process.exitCode = findings.length === 0 ? 0 : 1
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : thrown)
  process.exitCode = 2
}
