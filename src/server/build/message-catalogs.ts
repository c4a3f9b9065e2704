import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import { parse } from 'yaml'

/** English is the source: it names the messages, and what is missing in another language is shown in English. */
export const isCatalog = (path: string) => path.endsWith('/messages.en.yaml')

const project = join(import.meta.dirname, '..', '..', '..')
const catalogName = /^messages\.([\w-]+)\.yaml$/

/**
 * A catalog as a JavaScript module with one function per message. Other languages are the files beside it, `messages.es.yaml`.
 *
 * @param only one message instead of all
 */
export function catalogModule(file: string, only?: string): string {
  const { en = {}, ...others } = readCatalogs(dirname(file))
  const texts = Object.entries(en).filter(([name]) => only === undefined || name === only)
  const lines = texts.map(([name, text]) => {
    const compiled = compileMessage(file, name, text)
    const translations: Record<string, CompiledMessage> = { en: compiled }
    for (const [tag, messages] of Object.entries(others))
      if (messages[name]) translations[tag] = compileMessage(file, `${name}, ${tag}`, messages[name])
    const values = Object.values(valuesOf(compiled))
    if (values.length === 0 && Object.keys(others).length === 0)
      return declare(name, ` = () => ${JSON.stringify(translations.en)}`)
    const make = values.includes(tagType) ? '$richMessage' : '$message'
    return declare(name, ` = /* @__PURE__ */ ${make}(${JSON.stringify(translations)})`)
  })
  const platform = relative(dirname(file), join(project, 'src/platform')) || '.'
  const used = (make: string) => lines.some((line) => line.includes(` ${make}(`))
  return [
    ...(used('$message') ? [`import { message as $message } from '${platform}/message.ts'`] : []),
    ...(used('$richMessage')
      ? [`import { richMessage as $richMessage } from '${platform}/rich-message.ts'`]
      : []),
    ...lines,
  ].join('\n')
}

const catalogImport = /^import (?:\* as (\w+)|\{([^}]*)\}) from '([^']*messages\.en\.yaml)'$/gm

/**
 * Imports each message that a module uses from a module of its own, and writes a text without values or translations where it is used. As one
 * module, a catalog would bring the messages of all pages into every script that uses one of them.
 *
 * @returns the new code, and the catalogs it depends on
 */
export function importOneByOne(code: string, file: string): { code: string; catalogs: string[] } {
  const catalogs: string[] = []
  let result = code
  for (const [statement, namespace, names = '', path = ''] of code.matchAll(catalogImport)) {
    const folder = join(dirname(file), dirname(path))
    catalogs.push(join(folder, 'messages.en.yaml'))
    const used = new Map(
      names
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
        .map((name) => [name, name.split(' as ')[0]]),
    )
    if (namespace) {
      const { en = {}, ...others } = readCatalogs(folder)
      const use = new RegExp(`(?<![\\w$./])${namespace}\\.(\\w+)(\\(\\))?`, 'g')
      result = result.replace(use, (_, name: string, call = '') => {
        const catalog = join(folder, 'messages.en.yaml')
        if (en[name] === undefined)
          throw new Error(
            `${relative(project, catalog)} has no message "${name}", which ${relative(project, file)} uses.`,
          )
        const text = compileMessage(catalog, name, en[name])
        if (call && typeof text === 'string' && Object.keys(others).length === 0) return JSON.stringify(text)
        used.set(`${name} as ${namespace}_${name}`, name)
        return `${namespace}_${name}${call}`
      })
    }
    const imports = [...used].map(([name, message]) => `import { ${name} } from '${path}?message=${message}'`)
    result = result.replace(statement, imports.join('; '))
  }
  return { code: result, catalogs }
}

/** Writes the types of all catalogs; `rootDirs` in tsconfig.json puts them beside the catalogs. */
export function writeCatalogTypes(): void {
  for (const file of globSync('src/**/messages.en.yaml', { cwd: project })) {
    const lines = Object.entries(readCatalogs(join(project, dirname(file))).en ?? {}).map(([name, text]) => {
      const values = Object.entries(valuesOf(compileMessage(join(project, file), name, text)))
      const parameter = values.map(([value, type]) => `${value}: ${type}`).join('; ')
      const result = values.some(([, type]) => type === tagType) ? 'ReactNode' : 'string'
      return `/** ${text.trim().replaceAll('*/', '*\\/')} */\n${declare(name, `: (${parameter && `values: { ${parameter} }`}) => ${result}`)}`
    })
    const types = join(project, '.messages/types', file.replace(/\.yaml$/, '.d.yaml.ts'))
    mkdirSync(dirname(types), { recursive: true })
    writeFileSync(types, `import type { ReactNode } from 'react'\n\n${lines.join('\n')}\n`)
  }
}

function compileMessage(catalog: string, name: string, text: string): CompiledMessage {
  try {
    return compile(text)
  } catch (thrown) {
    const problem = `"${name}" is not an ICU message (${thrown instanceof Error ? thrown.message : thrown}): ${text}`
    throw new Error(`${relative(project, catalog)}: ${problem}`)
  }
}

/** Also for a name that JavaScript reserves, such as `delete`. */
const declare = (name: string, rest: string) => `const _${name}${rest}; export { _${name} as ${name} }`

function readCatalogs(folder: string): Record<string, Record<string, string>> {
  const found = readdirSync(folder).flatMap((name) => {
    const [, tag] = catalogName.exec(name) ?? []
    return tag ? [[tag, parse(readFileSync(join(folder, name), 'utf8'))]] : []
  })
  return Object.fromEntries(found)
}

const tagType = '(text: ReactNode) => ReactNode'
/** By icu-minify's numbers: select, plural, selectordinal, number, date, time. */
const valueTypes = [undefined, 'string', 'number', 'number', 'number', 'Date | number', 'Date | number']

/** Types of a message's values by name. */
function valuesOf(compiled: unknown): Record<string, string> {
  if (!Array.isArray(compiled)) return {}
  return Object.assign({}, ...compiled.map(valuesOfNode))
}

function valuesOfNode(node: unknown): Record<string, string> {
  if (!Array.isArray(node)) return {}
  const [name, type, ...rest] = node
  if (type === undefined) return { [name]: 'string | number' }
  const known = typeof type === 'number' ? valueTypes[type] : undefined
  if (!known) return { [name]: tagType, ...valuesOf([type, ...rest]) }
  const options = typeof rest[0] === 'object' ? Object.values(rest[0] ?? {}) : []
  return Object.assign({}, ...options.map(valuesOf), { [name]: known })
}
