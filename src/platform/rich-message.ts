import type { CompiledMessage, FormatValues } from 'icu-minify/format'
import { createElement, Fragment, type ReactNode } from 'react'
import { formatParts, type Translations } from './message.ts'

/** Like `message`, for a sentence with tags: the value of a tag's name gets the text inside it and returns an element. */
export const richMessage =
  (translations: Translations<CompiledMessage>) =>
  (values: FormatValues<ReactNode>): ReactNode =>
    createElement(Fragment, null, ...[formatParts(translations, values)].flat())
