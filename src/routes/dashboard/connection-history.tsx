import { useRef } from 'react'
import { data, href, Link, redirect } from 'react-router'
import type { DecryptedEntry } from '../../domains/connections/entries.contract.ts'
import { readEntry } from '../../domains/connections/entries.reads.server.ts'
import { EraseVersions } from '../../domains/connections/history/ui/erase-versions.tsx'
import { VersionList } from '../../domains/connections/history/ui/version-list.tsx'
import { VersionTime, VersionView } from '../../domains/connections/history/ui/version-view.tsx'
import { restoreVersion } from '../../domains/connections/history/version-restore.writes.server.ts'
import { parseRevision, toVersionPreview } from '../../domains/connections/history/versions.contract.ts'
import { listVersions, readVersion } from '../../domains/connections/history/versions.reads.server.ts'
import { eraseVersions } from '../../domains/connections/history/versions.writes.server.ts'
import * as connectionMessages from '../../domains/connections/messages.en.yaml'
import { loggable } from '../../platform/log.server.ts'
import { diskFull } from '../../platform/messages.en.yaml'
import { isAccountDeletedError } from '../../platform/owner.ts'
import { platformContext, signedInOwner } from '../request-context.ts'
import type { Route } from './+types/connection-history.ts'
import { ConnectionNotFound } from './connection.tsx'
import * as messages from './messages.en.yaml'
import { useStickyActionData } from './settings/use-sticky-action-data.ts'
import { useJournalAccessError } from './use-journal-access.ts'

export { ConnectionNotFound as ErrorBoundary }

export const meta = () => [{ title: connectionMessages.versions() }, { name: 'robots', content: 'noindex' }]

const notices = {
  restored: connectionMessages.versionRestored,
  same: connectionMessages.versionSame,
  erased: connectionMessages.versionsErased,
}
type Notice = keyof typeof notices

/** `?version=` shows one. `?before=` is the cursor of older ones. */
export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const owner = signedInOwner(context)
  const query = new URL(request.url).searchParams
  const done = query.get('done') ?? ''
  const view = {
    confirm: query.has('erase'),
    notice: Object.hasOwn(notices, done) ? (done as Notice) : undefined,
  }
  try {
    const wanted = query.has('version') ? (parseRevision(query.get('version')) ?? 0) : undefined
    const version = wanted === undefined ? undefined : await readVersion(platform, owner, id, wanted)
    if (version?.outcome === 'found' && version.version.content !== null) {
      const current = await readEntry(platform, owner, id)
      const { content, ...rest } = version.version
      if (current.outcome === 'found')
        return data({
          ...view,
          shown: { entry: current.entry as DecryptedEntry, version: { ...rest, content } },
        })
    }
    const list = await listVersions(platform, owner, id, parseRevision(query.get('before')))
    if (list.outcome === 'listed') {
      const previews = list.versions.map(toVersionPreview)
      const isGone = wanted !== undefined
      return data({ ...view, listed: { versions: previews, next: list.next, isGone } }, isGone ? 404 : 200)
    }
    return data(undefined, list.outcome === 'not_found' ? 404 : 503)
  } catch (thrown) {
    platform.log.error('earlier versions could not be read', { error: loggable(thrown) })
    return data(undefined, 503)
  }
}

/** Handles the forms where JavaScript does not run. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const [platform, owner] = [context.get(platformContext), signedInOwner(context)]
  const form = await request.formData()
  const history = href('/dashboard/connections/:id/history', { id })
  const reject = (problem: string, status: number) => data({ problem }, status)
  try {
    if (form.get('intent') === 'erase') {
      await eraseVersions(platform, owner, id)
      return redirect(`${history}?done=erased`)
    }
    const [version, revision] = ['version', 'revision'].map((name) => parseRevision(String(form.get(name))))
    if (!version || !revision) return redirect(history)
    if (platform.isDiskLow?.()) return reject(diskFull(), 503)
    const result = await restoreVersion(platform, owner, id, { version, revision })
    if ('entry' in result) return redirect(`${history}?done=restored`)
    if (result.outcome === 'same') return redirect(`${history}?done=same`)
    if (result.outcome === 'conflict') return reject(connectionMessages.versionChanged(), 409)
    if (result.outcome === 'forbidden') return reject(result.reason, 403)
  } catch (thrown) {
    if (isAccountDeletedError(thrown)) throw thrown
    platform.log.error('earlier versions could not be changed', { error: loggable(thrown) })
    if (form.get('intent') === 'erase') return reject(connectionMessages.eraseVersionsFailed(), 503)
  }
  return reject(connectionMessages.versionRestoreFailed(), 503)
}

export default function ConnectionHistory({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const canWrite = useJournalAccessError() === undefined
  const problem = useStickyActionData(actionData)?.problem
  const heading = useRef<HTMLHeadingElement>(null)
  if (!loaderData) return <ConnectionNotFound />
  const { shown, listed, notice, confirm } = { shown: undefined, listed: undefined, ...loaderData }
  const failure = problem ?? (listed?.isGone ? connectionMessages.versionGone() : undefined)
  return (
    <>
      <p>
        {shown ? (
          <Link to={href('/dashboard/connections/:id/history', { id })}>
            {connectionMessages.backToVersions()}
          </Link>
        ) : (
          <Link to={href('/dashboard/connections/:id', { id })}>{messages.backToConnection()}</Link>
        )}
      </p>
      <h1 ref={heading} tabIndex={-1} className="mt-3">
        {shown ? connectionMessages.versionTitle() : connectionMessages.versions()}
      </h1>
      {shown && <VersionTime version={shown.version} />}
      {listed && <p className="mt-3 max-w-prose text-muted">{connectionMessages.versionsLede()}</p>}
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
          <VersionView key={shown.version.revision} {...shown} canRestore={canWrite} />
        </div>
      )}
      {listed && (
        <div className="mt-6 grid max-w-[46rem] gap-6">
          <VersionList id={id} {...listed} />
          {listed.versions.length > 0 && (
            <EraseVersions id={id} confirm={confirm} onErased={() => heading.current?.focus()} />
          )}
        </div>
      )}
    </>
  )
}
