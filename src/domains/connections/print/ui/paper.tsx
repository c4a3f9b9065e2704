import type { Entry } from '../../entries.contract.ts'
import * as messages from '../../messages.en.yaml'
import { formatTime } from '../paper.rules.ts'
import { PaperEntry } from './paper-entry.tsx'
import type { PaperOptions } from './print-options.tsx'

/** Hidden on the screen from there on (ui/paper.css); all are printed. */
const shownOnScreen = 20

type PaperProps = {
  entries: readonly Entry[]
  options: PaperOptions
  checksums: WeakMap<Entry, string>
  printedAt: Date
  timeZone: string
}

/** What is printed, and nothing else. It names neither the site nor, on the cover, a term. */
export function Paper({ entries, options, checksums, printedAt, timeZone }: PaperProps) {
  const { cover, name, record, tags } = options
  const count = entries.length
  return (
    <section className="paper" aria-labelledby="paper-title">
      <div className="no-print grid gap-2">
        <h2 id="paper-title">{messages.printPreview()}</h2>
        {count > shownOnScreen && (
          <p className="text-muted">{messages.printPreviewFirst({ shown: shownOnScreen })}</p>
        )}
      </div>
      {cover && (
        <header className="paper-cover">
          <h3>{messages.paperTitle()}</h3>
          {name.trim() !== '' && <p dir="auto">{name}</p>}
          <p>{messages.paperPrinted({ time: formatTime(printedAt, timeZone) })}</p>
          <p>{messages.paperCount({ count })}</p>
        </header>
      )}
      {entries.map((entry, index) => (
        <PaperEntry
          key={entry.id}
          {...{ entry, timeZone, count, record, tags }}
          number={index + 1}
          checksum={checksums.get(entry)}
        />
      ))}
      <div className="paper-end">
        {!cover && <p>{messages.paperPrinted({ time: formatTime(printedAt, timeZone) })}</p>}
        <p>{messages.paperChecksum()}</p>
      </div>
    </section>
  )
}
