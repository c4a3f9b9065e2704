import { useMemo } from 'react'
import { withLineBreaks } from '../../../../platform/visible-text.ts'
import { isSameDocument } from '../../document/document.rules.ts'
import type { DecryptedEntry } from '../../entries.contract.ts'
import * as messages from '../../messages.en.yaml'
import { compareDetails, compareTexts } from '../compare.rules.ts'
import type { ReadableVersion } from '../versions.contract.ts'
import { MarkedChanges } from './marked-changes.tsx'

export type VersionChangesProps = { entry: DecryptedEntry; version: ReadableVersion }

/** What changed between a version and the Connection as it is now. */
export function VersionChanges({ entry, version }: VersionChangesProps) {
  const [text, details] = useMemo(
    () => [
      compareTexts(withLineBreaks(version.content), withLineBreaks(entry.content)),
      compareDetails(version, entry),
    ],
    [version, entry],
  )
  if (isSameDocument(version, entry)) return <p>{messages.noChanges()}</p>
  return (
    <>
      <p className="text-muted">{messages.changesLede()}</p>
      <p className="entry-text changes" dir="auto">
        <MarkedChanges pieces={text} />
      </p>
      {details.length > 0 && (
        <dl className="entry-details changes">
          {details.map(({ label, pieces }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">
                <MarkedChanges pieces={pieces} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
