import { href } from 'react-router'
import { withLineBreaks } from '../../../../platform/visible-text.ts'
import { LocalDate } from '../../../../ui/local-date/local-date.tsx'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'
import type { DecryptedEntry } from '../../entries.contract.ts'
import * as messages from '../../messages.en.yaml'
import { EntryDetails } from '../../ui/entry-details.tsx'
import type { ReadableVersion } from '../versions.contract.ts'
import { useCompare } from './use-compare.ts'
import { useRestoreVersion } from './use-restore-version.ts'

type VersionViewProps = {
  /** As it is now. */
  entry: DecryptedEntry
  version: ReadableVersion
  /** Whether the user can write. */
  canRestore: boolean
}

/** One earlier version. It can be read and restored without scripts. */
export function VersionView({ entry, version, canRestore }: VersionViewProps) {
  const { Changes, compare, leave } = useCompare()
  const { restore, restoring } = useRestoreVersion(entry, version)
  const history = href('/dashboard/connections/:id/history', { id: entry.id })
  const here = `${history}?version=${version.revision}`
  return (
    <article className="grid max-w-[46rem] gap-6">
      <p className="needs-react">
        <button type="button" className="btn btn-quiet" onClick={Changes ? leave : compare}>
          {Changes ? messages.wholeVersion() : messages.compareVersion()}
        </button>
      </p>
      {Changes ? <Changes entry={entry} version={version} /> : <WholeVersion version={version} />}
      {canRestore && (
        <form
          method="post"
          action={here}
          onSubmit={(event) => {
            event.preventDefault()
            restore()
          }}
        >
          <PageOwner />
          <input type="hidden" name="version" value={version.revision} />
          <input type="hidden" name="revision" value={entry.revision} />
          <button type="submit" name="intent" value="restore" className="btn" aria-disabled={restoring}>
            {messages.restoreVersion()}
          </button>
        </form>
      )}
    </article>
  )
}

function WholeVersion({ version }: { version: ReadableVersion }) {
  const { term, terms, content } = version
  const otherTerms = terms.filter(({ id }) => id !== term?.id)
  return (
    <>
      <p className="strong text-xl">{term?.term_name ?? messages.freeform()}</p>
      {otherTerms.length > 0 && (
        <p className="text-muted">
          {messages.alsoAbout()} {otherTerms.map(({ term_name }) => term_name).join(', ')}
        </p>
      )}
      <p className="entry-text" dir="auto">
        {withLineBreaks(content)}
      </p>
      {/* All of it, as restoring brings all of it back. */}
      <EntryDetails details={version} showTags />
    </>
  )
}

/** When a version was saved. */
export const VersionTime = ({ version }: { version: Pick<ReadableVersion, 'updated_at'> }) => (
  <p className="mt-3 text-muted">
    {messages.savedOn({ time: () => <LocalDate time={version.updated_at} long withTime /> })}
  </p>
)
