import { memo } from 'react'
import type { Entry } from '../../entries.contract.ts'
import * as messages from '../../messages.en.yaml'
import { EntryDetails } from '../../ui/entry-details.tsx'
import { formatChecksum } from '../checksum.rules.ts'
import { formatHappenedWithZone, formatTime, paragraphsOf, shortId } from '../paper.rules.ts'

type PaperEntryProps = {
  entry: Entry
  number: number
  count: number
  timeZone: string
  /** With the fields of the record. */
  record: boolean
  tags: boolean
  /** Undefined for an undecryptable entry. */
  checksum: string | undefined
}

const noRecord = { place: '', people: '', proof: '', disclosed_to: '' }

/** One Connection on paper. */
export const PaperEntry = memo(({ entry, number, count, timeZone, checksum, ...props }: PaperEntryProps) => {
  const { id, revision, content, created_at, happened, terms } = entry
  return (
    <article className="paper-entry">
      <header className="paper-head">
        <h3>{messages.paperEntry({ number, count })}</h3>
        <dl>
          <div>
            <dt>{messages.paperWritten()}</dt>
            <dd>{formatTime(created_at, timeZone)}</dd>
          </div>
          <div>
            <dt>{messages.when()}</dt>
            <dd>{formatHappenedWithZone(happened)}</dd>
          </div>
          {terms.length > 0 && (
            <div>
              <dt>{messages.paperTerms({ count: terms.length })}</dt>
              <dd>{terms.map(({ term_name }) => term_name).join(', ')}</dd>
            </div>
          )}
        </dl>
      </header>
      {content === null ? (
        <p>{messages.notFound()}</p>
      ) : (
        <div>
          {paragraphsOf(content).map(({ text, isLong }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text's paragraphs have no other name
            <p key={index} className={isLong ? 'entry-text paper-long' : 'entry-text'} dir="auto">
              {text}
            </p>
          ))}
        </div>
      )}
      <EntryDetails
        details={{ happened: null, tags: entry.tags, record: props.record ? entry.record : noRecord }}
        showTags={props.tags}
      />
      <p className="paper-foot">
        {checksum
          ? messages.paperFoot({ revision, id: shortId(id), checksum: formatChecksum(checksum) })
          : messages.paperFootUnreadable({ revision, id: shortId(id) })}
      </p>
    </article>
  )
})
