import { useRef } from 'react'
import { href, Link } from 'react-router'
import type { Entry } from '../../entries.contract.ts'
import * as messages from '../../messages.en.yaml'
import type { EntryVersion } from '../versions.contract.ts'
import { toVersionPreview, type VersionPreview } from '../versions.rules.ts'
import { EraseVersions } from './erase-versions.tsx'
import { VersionList } from './version-list.tsx'
import { VersionTime, VersionView } from './version-view.tsx'

const notices = {
  restored: messages.versionRestored,
  same: messages.versionSame,
  erased: messages.versionsErased,
}
export type VersionNotice = keyof typeof notices

type ConnectionVersionsProps = {
  id: string
  /** One version, beside the Connection as it is now. */
  shown?: { entry: Entry; version: EntryVersion }
  /** A page of versions; `isGone`: one of them was to be shown, and is no longer there. */
  listed?: { versions: readonly (VersionPreview | EntryVersion)[]; next: number | null; isGone: boolean }
  /** Asks in the page, without scripts. */
  confirm: boolean
  notice: VersionNotice | undefined
  /** Of a form that was sent without scripts. */
  problem: string | undefined
  canWrite: boolean
}

/** The history of a Connection: the list, or one version. */
export function ConnectionVersions({ id, shown, listed, confirm, ...props }: ConnectionVersionsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { notice, problem, canWrite } = props
  const failure = problem ?? (listed?.isGone ? messages.versionGone() : undefined)
  const previews = listed?.versions.map((each) => ('preview' in each ? each : toVersionPreview(each))) ?? []
  return (
    <>
      <p>
        {shown ? (
          <Link to={href('/dashboard/connections/:id/history', { id })}>{messages.backToVersions()}</Link>
        ) : (
          <Link to={href('/dashboard/connections/:id', { id })}>{messages.backToConnection()}</Link>
        )}
      </p>
      <h1 ref={heading} tabIndex={-1} className="mt-3">
        {shown ? messages.versionTitle() : messages.versions()}
      </h1>
      {shown && <VersionTime version={shown.version} />}
      {listed && <p className="mt-3 max-w-prose text-muted">{messages.versionsLede()}</p>}
      {notice && (
        <p role="status" className="mt-6 strong">
          {notices[notice]()}
        </p>
      )}
      {failure && (
        <p role="alert" className="form-problem mt-6">
          {failure}
        </p>
      )}
      {shown && (
        <div className="mt-6">
          <ShownVersion key={shown.version.revision} {...shown} canWrite={canWrite} />
        </div>
      )}
      {listed && (
        <div className="mt-6 grid max-w-[46rem] gap-6">
          <VersionList id={id} versions={previews} next={listed.next} />
          {previews.length > 0 && (
            <EraseVersions id={id} confirm={confirm} onErased={() => heading.current?.focus()} />
          )}
        </div>
      )}
    </>
  )
}

type ShownVersionProps = NonNullable<ConnectionVersionsProps['shown']> & { canWrite: boolean }

/** One that does not open is neither shown nor restored, and nothing is saved over a Connection that does not open. */
function ShownVersion({ entry, version, canWrite }: ShownVersionProps) {
  const [present, earlier] = [entry.content, version.content]
  if (earlier === null) return <p className="note">{messages.versionUnreadable()}</p>
  if (present === null) return <p className="note">{messages.notFound()}</p>
  return (
    <VersionView
      entry={{ ...entry, content: present }}
      version={{ ...version, content: earlier }}
      canRestore={canWrite}
    />
  )
}
