import { use } from 'react'
import { data, href, redirect } from 'react-router'
import { DocumentContext } from '../../client/inline/document-context.ts'
import { readTypedForm } from '../../domains/connections/document/document.contract.ts'
import { readDraft } from '../../domains/connections/drafts/drafts.reads.server.ts'
import { deleteDraft } from '../../domains/connections/drafts/drafts.writes.server.ts'
import { PreHydrationDraft } from '../../domains/connections/drafts/ui/pre-hydration-draft.tsx'
import {
  changeEntrySchema,
  type DecryptedEntry,
  entryForm,
} from '../../domains/connections/entries.contract.ts'
import { readEntry } from '../../domains/connections/entries.reads.server.ts'
import { isOpened } from '../../domains/connections/entries.rules.ts'
import { changeEntry } from '../../domains/connections/entries.writes.server.ts'
import { JournalGate } from '../../domains/connections/lock/ui/journal-gate.tsx'
import * as connectionMessages from '../../domains/connections/messages.en.yaml'
import { TheirVersion } from '../../domains/connections/ui/edit-conflict-dialog.tsx'
import { EditEntry } from '../../domains/connections/ui/edit-entry.tsx'
import { loggable } from '../../platform/log.server.ts'
import { diskFull } from '../../platform/messages.en.yaml'
import { isAccountDeletedError, journalAccessError } from '../../platform/owner.ts'
import { platformContext, signedInOwner } from '../request-context.ts'
import type { Route } from './+types/connection-edit.ts'
import { ConnectionNotFound } from './connection.tsx'
import * as messages from './messages.en.yaml'
import { useStickyActionData } from './settings/use-sticky-action-data.ts'

export { ConnectionNotFound as ErrorBoundary }

export const meta = () => [{ title: messages.editConnection() }, { name: 'robots', content: 'noindex' }]

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const owner = signedInOwner(context)
  try {
    const entryResult = await readEntry(platform, owner, params.id)
    if (entryResult.outcome !== 'found')
      return data(undefined, entryResult.outcome === 'not_found' ? 404 : 503)
    const draftResult = await readDraft(platform, owner, params.id)
    return data({
      // A locked one opens in the browser.
      entry: entryResult.entry as DecryptedEntry,
      savedDraft: draftResult.outcome === 'found' ? draftResult.draft : null,
      resumesDraft: new URL(request.url).searchParams.has('resume'),
      closed: journalAccessError(owner),
    })
  } catch (thrown) {
    platform.log.error('a connection could not be read', { error: loggable(thrown) })
    return data(undefined, 503)
  }
}

/** Without JavaScript. On a conflict the page shows both versions. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const platform = context.get(platformContext)
  const owner = signedInOwner(context)
  const form = Object.fromEntries(
    [...(await request.formData())].map(([name, value]) => [name, String(value)]),
  )
  if (form.intent === 'drop') {
    await deleteDraft(platform, owner, params.id)
    return redirect(href('/dashboard/connections/:id/edit', { id: params.id }))
  }
  const typed = readTypedForm(form)
  const reject = (problem: string, status: number, changed = false) =>
    data({ problem, typed, changed }, status)
  const parsed = entryForm.safeParse({ ...form, id: undefined })
  const revision = changeEntrySchema.shape.revision.safeParse(Number(form.revision))
  if (!parsed.success)
    return reject(parsed.error.issues[0]?.message ?? connectionMessages.updateFailed(), 400)
  if (!revision.success) return reject(connectionMessages.updateFailed(), 400)
  if (platform.isDiskLow?.()) return reject(diskFull(), 503)
  const { id: _, ...typedChange } = parsed.data
  try {
    const change = { ...typedChange, revision: revision.data, keeps_draft: 'keeps_draft' in form }
    const result = await changeEntry(platform, owner, params.id, change)
    if ('entry' in result) return redirect(href('/dashboard/connections/:id', { id: params.id }))
    if (result.outcome === 'conflict') return reject(connectionMessages.changedTheirsBelow(), 409, true)
    if (result.outcome === 'forbidden') return reject(result.reason, 403)
    if (result.outcome === 'no_such_term') return reject(connectionMessages.noSuchTerm(), 400)
  } catch (thrown) {
    if (isAccountDeletedError(thrown)) throw thrown
    platform.log.error('a connection could not be changed', { error: loggable(thrown) })
  }
  return reject(connectionMessages.updateFailed(), 503)
}

export default function EditConnection({ loaderData, actionData }: Route.ComponentProps) {
  const { nonce } = use(DocumentContext)
  const result = useStickyActionData(actionData)
  if (!loaderData) return <ConnectionNotFound />
  return (
    <JournalGate data={loaderData} rejected={result}>
      {({ entry, savedDraft, ...opened }) =>
        isOpened(entry) ? (
          <>
            <EditEntry key={entry.id} {...opened} entry={entry} savedDraft={savedDraft} actionData={result} />
            <PreHydrationDraft nonce={nonce} />
            {result?.changed && <TheirVersion content={entry.content} />}
          </>
        ) : (
          <ConnectionNotFound />
        )
      }
    </JournalGate>
  )
}
