import { useMemo, useState } from 'react'
import { browserTimeZone } from '../../../../ui/local-date/time-zone.ts'
import type { Entry } from '../../entries.contract.ts'
import * as messages from '../../messages.en.yaml'
import { countTags } from '../../tags/tags.rules.ts'
import { useJournalPreferences } from '../../ui/journal-preferences.ts'
import { countTerms, initialMonths, type PrintChoice, selectEntries } from '../print-selection.rules.ts'
import { ChooseEntries } from './choose-entries.tsx'
import { Paper } from './paper.tsx'
import { PrintHelp } from './print-help.tsx'
import { type PaperOptions, PrintOptions } from './print-options.tsx'
import { useChecksums } from './use-checksums.ts'
import { usePrinting } from './use-printing.ts'

type PrintFormProps = {
  entries: readonly Entry[]
  /** The only one that is chosen at first. It may not exist: then none is. */
  chosen: string | undefined
  /** The entries are being read again. */
  isLoading: boolean
}

/** What goes on paper, and the paper itself. Nothing of it is stored or sent. */
export function PrintForm({ entries, chosen, isLoading }: PrintFormProps) {
  const { journal_tagging } = useJournalPreferences()
  const [timeZone] = useState(browserTimeZone)
  const printedAt = usePrinting()
  const terms = useMemo(() => countTerms(entries), [entries])
  const tags = useMemo(() => (journal_tagging ? countTags(entries) : []), [entries, journal_tagging])
  const [choice, setChoice] = useState((): PrintChoice => {
    const [first, last] = initialMonths(entries, timeZone)
    return {
      kind: chosen ? 'some' : 'all',
      by: 'written',
      first,
      last,
      term_id: terms[0]?.id ?? '',
      tag: tags[0]?.tag ?? '',
      ids: new Set(chosen ? [chosen] : []),
      newestFirst: false,
    }
  })
  const [options, setOptions] = useState<PaperOptions>({
    record: true,
    tags: false,
    cover: choice.kind === 'all',
    name: '',
  })
  const { selected, undated, problem } = useMemo(
    () => selectEntries(entries, choice, timeZone),
    [entries, choice, timeZone],
  )
  const checksums = useChecksums(selected)
  const isReady = selected.length > 0 && checksums !== undefined && !isLoading

  return (
    <div className="grid gap-8">
      <div className="no-print grid gap-8">
        <ChooseEntries
          {...{ entries, terms, tags, choice, timeZone, problem, undated }}
          first={chosen}
          onChange={(part) => setChoice({ ...choice, ...part })}
        />
        <PrintOptions
          options={options}
          newestFirst={choice.newestFirst}
          hasTags={journal_tagging}
          onChange={(part) => setOptions({ ...options, ...part })}
          onOrder={(newestFirst) => setChoice({ ...choice, newestFirst })}
        />
        <PrintHelp />
        <div className="grid gap-3 justify-items-start">
          <p role="status" className="strong">
            {messages.printCount({ count: selected.length })}
          </p>
          {/* `disabled` would lose the focus. */}
          <button
            type="button"
            className="btn"
            aria-disabled={!isReady}
            onClick={() => {
              if (isReady) print()
            }}
          >
            {isLoading || !checksums ? messages.loading() : messages.printButton()}
          </button>
        </div>
      </div>
      {checksums && selected.length > 0 && (
        <Paper
          entries={selected}
          options={{ ...options, tags: options.tags && journal_tagging }}
          {...{ checksums, printedAt, timeZone }}
        />
      )}
    </div>
  )
}
