import { data, href, redirect } from 'react-router'
import { readEntry } from '../../domains/connections/entries.reads.server.ts'
import {
  ConnectionVersions,
  type VersionNotice,
} from '../../domains/connections/history/ui/connection-versions.tsx'
import { restoreVersion } from '../../domains/connections/history/version-restore.writes.server.ts'
import { parseRevision } from '../../domains/connections/history/versions.contract.ts'
import { listVersions, readVersion } from '../../domains/connections/history/versions.reads.server.ts'
import { toVersionPreview } from '../../domains/connections/history/versions.rules.ts'
import { eraseVersions } from '../../domains/connections/history/versions.writes.server.ts'
import { JournalGate } from '../../domains/connections/lock/ui/journal-gate.tsx'
import * as connectionMessages from '../../domains/connections/messages.en.yaml'
import { loggable } from '../../platform/log.server.ts'
import { diskFull } from '../../platform/messages.en.yaml'
import { isAccountDeletedError } from '../../platform/owner.ts'
import { platformContext, signedInOwner } from '../request-context.ts'
import type { Route } from './+types/connection-history.ts'
import { ConnectionNotFound } from './connection.tsx'
import { useStickyActionData } from './settings/use-sticky-action-data.ts'
import { useJournalAccessError } from './use-journal-access.ts'

export { ConnectionNotFound as ErrorBoundary }

export const meta = () => [{ title: connectionMessages.versions() }, { name: 'robots', content: 'noindex' }]

const notices: readonly string[] = ['restored', 'same', 'erased'] satisfies VersionNotice[]

/** `?version=` shows one. `?before=` is the cursor of older ones. */
export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const owner = signedInOwner(context)
  const query = new URL(request.url).searchParams
  const done = query.get('done') ?? ''
  const view = {
    confirm: query.has('erase'),
    notice: notices.includes(done) ? (done as VersionNotice) : undefined,
  }
  try {
    const wanted = query.has('version') ? (parseRevision(query.get('version')) ?? 0) : undefined
    const version = wanted === undefined ? undefined : await readVersion(platform, owner, id, wanted)
    if (version?.outcome === 'found' && isReadable(version.version)) {
      const current = await readEntry(platform, owner, id)
      if (current.outcome === 'found')
        return data({ ...view, shown: { entry: current.entry, version: version.version } })
    }
    const list = await listVersions(platform, owner, id, parseRevision(query.get('before')))
    if (list.outcome === 'listed') {
      // The browser opens those that are locked.
      const previews = list.versions.map((each) => (each.locked ? each : toVersionPreview(each)))
      const isGone = wanted !== undefined
      return data({ ...view, listed: { versions: previews, next: list.next, isGone } }, isGone ? 404 : 200)
    }
    return data(undefined, list.outcome === 'not_found' ? 404 : 503)
  } catch (thrown) {
    platform.log.error('earlier versions could not be read', { error: loggable(thrown) })
    return data(undefined, 503)
  }
}

/** Also in the browser, once it is open. */
const isReadable = ({ content, locked }: { content: string | null; locked?: unknown }) =>
  content !== null || locked !== undefined

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
  if (!loaderData) return <ConnectionNotFound />
  return (
    <JournalGate data={loaderData}>
      {(opened) => <ConnectionVersions {...opened} {...{ id, problem, canWrite }} />}
    </JournalGate>
  )
}
