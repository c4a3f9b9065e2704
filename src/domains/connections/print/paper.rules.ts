import { language } from '../../../platform/language.ts'
import { withLineBreaks } from '../../../platform/visible-text.ts'
import type { Happened } from '../document/document.rules.ts'
import { formatHappened } from '../document/happened.rules.ts'
import * as messages from '../messages.en.yaml'

/** A longer paragraph may break between two pages (characters). */
const longParagraph = 1_200

/** Cuts a text at its empty lines, which stay at the end of the paragraph before: joined, the paragraphs are the text. */
export function paragraphsOf(text: string): { text: string; isLong: boolean }[] {
  const paragraphs: string[] = []
  let afterEmpty = true
  for (const line of withLineBreaks(text).split(/(?<=\n)/)) {
    const isEmpty = line.trim() === ''
    if (paragraphs.length === 0 || (afterEmpty && !isEmpty)) paragraphs.push(line)
    else paragraphs[paragraphs.length - 1] += line
    afterEmpty = isEmpty
  }
  return paragraphs.map((paragraph) => ({ text: paragraph, isLong: paragraph.length > longParagraph }))
}

/** The last eight digits: the first ones of a UUIDv7 are its time, and alike. */
export const shortId = (id: string): string => id.slice(-8)

/** Such as "Europe/Berlin", or "America/New York". */
const zoneName = (timeZone: string): string => timeZone.replaceAll('_', ' ')

/** Such as "Friday, November 27, 2026 at 2:39 PM (Europe/Berlin)". */
export function formatTime(time: string | Date, timeZone: string): string {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'full', timeStyle: 'short', timeZone })
  return messages.paperTime({ time: date.format(new Date(time)), zone: zoneName(timeZone) })
}

/** As it was written, with the writer's time zone at that time; no date is converted (docs/decisions/039). */
export function formatHappenedWithZone(happened: Happened | null): string {
  if (!happened) return messages.paperNotNoted()
  const time = formatHappened(happened)
  return happened.time_zone ? messages.paperTime({ time, zone: zoneName(happened.time_zone) }) : time
}

/** The document's title while it is printed, which browsers propose as the file's name. */
export const printTitle = (printedAt: Date, timeZone: string): string =>
  messages.paperFile({ date: new Intl.DateTimeFormat('sv-SE', { timeZone }).format(printedAt) })
