import type { CompiledMessage } from 'icu-minify/format'
import format, { type FormatOptions, type FormatValues } from 'icu-minify/format'
import { language } from './language.ts'

/** By language tag (BCP 47). */
export type Translations<Text> = { en: Text } & Partial<Record<string, Text>>

const formatters: FormatOptions['formatters'] = {
  getDateTimeFormat: (...options) => new Intl.DateTimeFormat(...options),
  getNumberFormat: (...options) => new Intl.NumberFormat(...options),
  getPluralRules: (...options) => new Intl.PluralRules(...options),
}

/** A function that fills the values in (ICU MessageFormat). Only catalogs call it: server/build/message-catalogs.ts. */
export const message =
  (translations: Translations<CompiledMessage>) =>
  (values: FormatValues<string>): string =>
    String(formatParts(translations, values))

/** The parts of a sentence, because its tags make something other than text. */
export function formatParts<Part>(
  translations: Translations<CompiledMessage>,
  values: FormatValues<Part>,
): string | Part | (string | Part)[] {
  const tag = language()
  return format(translations[tag] ?? translations.en, tag, values, { formatters })
}
