import { href, Link } from 'react-router'
import { LocalDate } from '../../../../ui/local-date/local-date.tsx'
import * as messages from '../../messages.en.yaml'
import type { VersionPreview } from '../versions.rules.ts'

type VersionListProps = {
  id: string
  versions: readonly VersionPreview[]
  /** Of older ones. */
  next: number | null
}

/** Links only, so that it works without scripts. */
export function VersionList({ id, versions, next }: VersionListProps) {
  const history = href('/dashboard/connections/:id/history', { id })
  if (versions.length === 0) {
    return (
      <div className="empty">
        <h2>{messages.noVersionsTitle()}</h2>
        <p>{messages.noVersions()}</p>
      </div>
    )
  }
  return (
    <>
      <ul className="grid gap-4">
        {versions.map(({ revision, updated_at, term_name, preview }) => (
          <li key={revision} className="card grid gap-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <h2 className="text-2xl">
                <LocalDate time={updated_at} withTime />
              </h2>
              {term_name && <p className="text-muted">{term_name}</p>}
            </div>
            <p className="entry-preview">{preview ?? messages.versionUnreadable()}</p>
            {preview !== null && (
              <p>
                <Link to={`${history}?version=${revision}`} className="btn btn-quiet">
                  {messages.readVersion()}{' '}
                  <span className="visually-hidden">
                    <LocalDate time={updated_at} withTime />
                  </span>
                </Link>
              </p>
            )}
          </li>
        ))}
      </ul>
      {next !== null && (
        <p>
          <Link to={`${history}?before=${next}`} className="btn btn-quiet">
            {messages.olderVersions()}
          </Link>
        </p>
      )}
    </>
  )
}
