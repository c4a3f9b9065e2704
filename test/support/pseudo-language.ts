import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type MessageFormatElement, parse as parseMessage, TYPE } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'
import { parse, stringify } from 'yaml'

/** CLDR's tag for English with accents. */
export const pseudoLanguage = 'en-XA'

const accents: Record<string, string> = {
  ...{ a: 'á', c: 'ç', d: 'ď', e: 'é', g: 'ğ', i: 'í', l: 'ł', n: 'ñ', o: 'ó', r: 'ř', s: 'š', t: 'ţ' },
  ...{ u: 'ú', y: 'ý', z: 'ž', A: 'Á', C: 'Ç', E: 'É', I: 'Í', N: 'Ñ', O: 'Ó', S: 'Š', T: 'Ţ', U: 'Ú' },
}

/** Accents, and two of five vowels doubled: about 40% longer, as many translations are. */
function lengthen(text: string): string {
  let owed = 0
  return [...text]
    .map((letter) => {
      if (/\S/.test(letter)) owed += 0.4
      const accented = accents[letter] ?? letter
      if (owed < 1 || !/[aeiou]/.test(letter)) return accented
      const times = Math.floor(owed)
      owed -= times
      return accented.repeat(times + 1)
    })
    .join('')
}

const translate = (parts: MessageFormatElement[]): MessageFormatElement[] =>
  parts.map((part) => {
    if (part.type === TYPE.literal) return { ...part, value: lengthen(part.value) }
    if (part.type === TYPE.tag) return { ...part, children: translate(part.children) }
    if (part.type !== TYPE.select && part.type !== TYPE.plural) return part
    const options = Object.entries(part.options).map(([name, { value }]) => [
      name,
      { value: translate(value) },
    ])
    return { ...part, options: Object.fromEntries(options) } as MessageFormatElement
  })

const isLanguageTag = /^[a-z]{2}-[A-Z]{2}$/

/** The sentence with accents, about 40% longer, between brackets. Values, plurals and tags stay. */
const toPseudoLanguage = (message: string): string =>
  isLanguageTag.test(message)
    ? message
    : `[${printAST(translate(parseMessage(message, { shouldParseSkeletons: false })))}]`

/** Writes a catalog in the pseudo-language beside each English one. */
export function writePseudoCatalogs(project: string): void {
  for (const file of globSync('src/**/messages.en.yaml', { cwd: project })) {
    const english: Record<string, string> = parse(readFileSync(join(project, file), 'utf8'))
    const catalog = Object.entries(english).map(([name, text]) => [name, toPseudoLanguage(text)])
    const path = join(project, dirname(file), `messages.${pseudoLanguage}.yaml`)
    writeFileSync(path, stringify(Object.fromEntries(catalog)))
  }
}
