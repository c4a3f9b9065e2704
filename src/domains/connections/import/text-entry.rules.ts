import { emptyDocument } from '../document/document.rules.ts'
import { fitTags, type ReadEntry } from './reading.rules.ts'
import { findDay, parseTimestamp, type Timestamp } from './timestamps.rules.ts'

type TextFile = {
  /** Its path. */
  name: string
  text: string
  /** Milliseconds since 1970. */
  lastModified: number
}

/** Reads a text or Markdown file as one entry. Its date is in the front matter, in its name, or its last change. */
export function readTextFile({ name, text: raw, lastModified }: TextFile, now: Date): ReadEntry {
  const text = raw.replaceAll('\r\n', '\n')
  const fileName = name.split(/[\\/]/).at(-1) ?? ''
  const matter = readFrontMatter(text)
  const written = matter.date === undefined ? undefined : parseTimestamp(matter.date, now)
  const day = findDay(fileName)
  const timestamp: Timestamp = written ??
    (day === undefined ? undefined : parseTimestamp(day, now)) ?? {
      at: new Date(Math.min(lastModified, now.getTime())),
      // A copy of the file has another time.
      fixed: 0,
    }
  const hasUnreadDate = matter.date !== undefined && !written
  const rest = [...(hasUnreadDate ? [matter.dateLine] : []), ...matter.rest].join('\n').trim()
  const title = matter.title ?? titleIn(fileName)
  const { tags, lostTags } = fitTags(matter.tags)
  const parts = [isRepeated(title, matter.body) ? '' : title, rest, matter.body.replace(/^\n+/, '')]
  return {
    identity: { time: timestamp.fixed, source: `text\0${fileName}\0${text}` },
    entry: {
      ...emptyDocument,
      created_at: timestamp.at.toISOString(),
      content:
        matter.body.trim() === '' && rest === '' ? '' : parts.filter((part) => part !== '').join('\n\n'),
      tags,
    },
    lostTags,
    hasUnreadDate,
  }
}

type FrontMatter = {
  date?: string
  dateLine: string
  title?: string
  tags: string[]
  /** Lines that mean nothing here; they stay in the text. */
  rest: string[]
  body: string
}

/** Reads `date`, `title` and `tags`. It is no YAML: what it does not know is left as it is. */
function readFrontMatter(text: string): FrontMatter {
  const [whole, block = ''] = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text) ?? []
  const matter: FrontMatter = { dateLine: '', tags: [], rest: [], body: text }
  if (whole === undefined || !/^[\w-]+[ \t]*:/.test(block)) return matter
  matter.body = text.slice(whole.length)
  let isInTags = false
  for (const line of block.split('\n')) {
    const [, item] = /^[ \t]*-[ \t]+(.+)$/.exec(line) ?? []
    if (isInTags && item !== undefined) {
      matter.tags.push(unquote(item))
      continue
    }
    const [, name = '', value = ''] = /^([\w-]+)[ \t]*:[ \t]*(.*)$/.exec(line) ?? []
    const field = name.toLowerCase()
    isInTags = field === 'tags' && value.trim() === ''
    if (field === 'tags') matter.tags.push(...splitList(value))
    else if (field === 'title' && matter.title === undefined) matter.title = unquote(value)
    else if ((field === 'date' || field === 'created') && matter.date === undefined) {
      matter.date = unquote(value)
      matter.dateLine = line
    } else matter.rest.push(line)
  }
  return matter
}

const unquote = (value: string): string => {
  const trimmed = value.trim()
  const [, double, single] = /^(?:"(.*)"|'(.*)')$/.exec(trimmed) ?? []
  return double ?? single ?? trimmed
}

const splitList = (value: string): string[] =>
  value
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .split(',')
    .map(unquote)

/** The name without its ending and date, if it has a letter: many programs keep the title there. */
function titleIn(fileName: string): string {
  const title = fileName
    .replace(/\.[^.]*$/, '')
    .replace(/(^|\D)\d{4}[-_.]?\d\d[-_.]?\d\d(?!\d)/, '$1')
    .replace(/^[\s\-_.,]+|[\s\-_.,]+$/g, '')
  return /\p{L}/u.test(title) ? title : ''
}

const isRepeated = (title: string, body: string): boolean => {
  const [first = ''] = body.trimStart().split('\n')
  return title === '' || first.replace(/^#+\s*/, '').trim() === title.trim()
}
