import { readdir, readFile, writeFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import type { License } from '../../domains/editorial/editorial.contract.ts'
import { project } from './fingerprint.js'

/** As Vite's `build.license` writes it. */
type Package = { name: string; version: string; identifier?: string; text?: string }

const toolsInPages = ['rolldown', 'tailwindcss']

/** Source of the leaked passwords, without a package. */
const secLists = { name: 'SecLists', version: '', identifier: 'MIT' }
const secListsLicense = join(project, 'src/platform/passwords/leaked-passwords.license.txt')

const licensesFile = (build: string) => join(build, 'licenses.json')

/** Writes the licenses of all packages that run, and of the fonts. */
export async function writeLicenses(build: string): Promise<void> {
  const packages: Package[] = [
    // Includes icons, which are bundled from a development package.
    ...(await bundledIn(join(build, 'client'))),
    ...(await bundledIn(join(build, 'server'))),
    ...(await installedPackages()),
    ...(await Promise.all(toolsInPages.map((name) => readPackage(packageFolder(name, project))))),
    { ...secLists, text: (await readFile(secListsLicense, 'utf8')).trim() },
  ]
  await writeFile(licensesFile(build), JSON.stringify(byText(packages)))
}

/** Not cached, because few people open that page. */
export const readLicenses = async (build: string): Promise<License[]> =>
  JSON.parse(await readFile(licensesFile(build), 'utf8'))

const bundledIn = async (folder: string): Promise<Package[]> =>
  JSON.parse(await readFile(join(folder, '.vite', 'license.json'), 'utf8'))

async function installedPackages(): Promise<Package[]> {
  const { dependencies } = await readJson(project)
  const folders = new Set(Object.keys(dependencies).map((name) => packageFolder(name, project)))
  // A Set also iterates over what the loop adds.
  for (const folder of folders) {
    const { dependencies, optionalDependencies } = await readJson(folder)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const dependency = findPackage(name, folder)
      if (dependency) folders.add(dependency)
      // Those for other systems are not installed.
      else if (!optionalDependencies?.[name]) throw new Error(`The package ${name} is not installed.`)
    }
  }
  return Promise.all([...folders].map(readPackage))
}

function findPackage(name: string, from: string): string | undefined {
  try {
    const file = findPackageJSON(name, join(from, 'package.json'))
    return file && dirname(file)
  } catch {
    return undefined
  }
}

function packageFolder(name: string, from: string): string {
  const folder = findPackage(name, from)
  if (!folder) throw new Error(`The package ${name} is not installed.`)
  return folder
}

const readJson = async (folder: string) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))

async function readPackage(folder: string): Promise<Package> {
  const { name, version, license } = await readJson(folder)
  const file = (await readdir(folder)).find((each) => /^(?:licen[cs]e|copying)/i.test(each))
  const text = file && (await readFile(join(folder, file), 'utf8')).trim()
  return { name, version, identifier: license, ...(text && { text }) }
}

/** Groups packages with identical license texts. */
function byText(packages: Package[]): License[] {
  const groups = Map.groupBy(packages, ({ identifier = '', text = '' }) => JSON.stringify([identifier, text]))
  const all = [...groups].map(([key, group]) => {
    const [identifier, text] = JSON.parse(key) as [string, string]
    const names = new Set(group.map(({ name, version }) => `${name} ${version}`.trim()))
    return { packages: [...names].sort(), identifier, text }
  })
  return all.sort((a, b) => ((a.packages[0] ?? '') < (b.packages[0] ?? '') ? -1 : 1))
}
