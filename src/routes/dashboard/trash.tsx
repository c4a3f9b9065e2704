import { data, href, Link, redirect } from 'react-router'
import { OpenLater } from '../../domains/connections/lock/ui/open-later.tsx'
import * as connectionMessages from '../../domains/connections/messages.en.yaml'
import { trashQuerySchema } from '../../domains/connections/trash/trash.contract.ts'
import { listTrash } from '../../domains/connections/trash/trash.reads.server.ts'
import { eraseTrash, restoreEntry } from '../../domains/connections/trash/trash.writes.server.ts'
import { TrashList } from '../../domains/connections/trash/ui/trash-list.tsx'
import { loggable } from '../../platform/log.server.ts'
import { platformContext, signedInOwner } from '../request-context.ts'
import type { Route } from './+types/trash.ts'
import * as messages from './messages.en.yaml'

export const meta = () => [{ title: connectionMessages.trash() }, { name: 'robots', content: 'noindex' }]

const trash = href('/dashboard/connections/trash')
const notices = {
  restored: connectionMessages.restored,
  erased: connectionMessages.erased,
  emptied: connectionMessages.trashEmptied,
}
type Notice = keyof typeof notices

/** `?deleted_at=` and `?id=` are the cursor of older ones. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const query = new URL(request.url).searchParams
  const { data: { deleted_at, id } = {} } = trashQuerySchema.safeParse(Object.fromEntries(query))
  const confirm = query.has('empty')
  const done = query.get('done') ?? ''
  const notice = Object.hasOwn(notices, done) ? (done as Notice) : undefined
  try {
    const after = deleted_at && id ? { deleted_at, id } : undefined
    const result = await listTrash(platform, signedInOwner(context), after)
    if (result.outcome === 'listed') {
      const next = result.next && `${trash}?${new URLSearchParams(pickCursor(result.next))}`
      return data({ entries: result.entries, next, confirm, notice })
    }
  } catch (thrown) {
    platform.log.error('the trash could not be read', { error: loggable(thrown) })
  }
  return data({ entries: undefined, next: undefined, confirm, notice }, 503)
}

const pickCursor = ({ deleted_at, id }: { deleted_at: string; id: string }) => ({ deleted_at, id })

export async function action({ request, context }: Route.ActionArgs) {
  const [platform, owner] = [context.get(platformContext), signedInOwner(context)]
  const form = await request.formData()
  const id = String(form.get('id') ?? '')
  switch (form.get('intent')) {
    case 'restore': {
      const result = await restoreEntry(platform, owner, id)
      if (result.outcome === 'forbidden') return data({ problem: result.reason }, 403)
      return redirect(`${trash}?done=restored`)
    }
    case 'erase':
      await eraseTrash(platform, owner, id)
      return redirect(`${trash}?done=erased`)
    case 'empty':
      await eraseTrash(platform, owner)
      return redirect(`${trash}?done=emptied`)
    default:
      return redirect(trash)
  }
}

export default ({ loaderData, actionData }: Route.ComponentProps) => (
  <Trash {...loaderData} problem={actionData?.problem} />
)

export const ErrorBoundary = () => (
  <Trash entries={undefined} next={undefined} confirm={false} notice={undefined} />
)

type TrashProps = Route.ComponentProps['loaderData'] & { problem?: string | undefined }

function Trash({ entries, next, confirm, notice, problem }: TrashProps) {
  const failure = problem ?? (entries ? undefined : connectionMessages.loadFailed())
  return (
    <>
      <p>
        <Link to={href('/dashboard/connections')}>{messages.backToConnections()}</Link>
      </p>
      <h1 className="mt-3">{connectionMessages.trash()}</h1>
      <p className="mt-3 max-w-prose text-muted">{connectionMessages.trashLede()}</p>
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
      {entries && (
        <div className="mt-6">
          <OpenLater data={entries} isLocked={entries.some(({ locked }) => locked)}>
            {(opened) => <TrashList entries={opened} next={next} confirm={confirm} />}
          </OpenLater>
        </div>
      )}
    </>
  )
}
