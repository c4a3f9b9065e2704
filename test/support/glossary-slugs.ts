import { globSync } from 'node:fs'
import { basename } from 'node:path'

/** The slugs of all terms, from the names of their files, because reading the files takes more than a second. */
export const glossarySlugs = () =>
  new Set(globSync('content/glossary/*/*.yaml').map((file) => basename(file, '.yaml')))
