import { use } from 'react'
import { data, href, redirect } from 'react-router'
import { v7 as uuidv7 } from 'uuid'
import { DocumentContext } from '../../client/inline/document-context.ts'
import { readTypedForm } from '../../domains/connections/document/document.contract.ts'
import type { Draft } from '../../domains/connections/drafts/drafts.contract.ts'
import { listDrafts } from '../../domains/connections/drafts/drafts.reads.server.ts'
import { deleteDraft } from '../../domains/connections/drafts/drafts.writes.server.ts'
import { PreHydrationDraft } from '../../domains/connections/drafts/ui/pre-hydration-draft.tsx'
import { entryForm } from '../../domains/connections/entries.contract.ts'
import { isOpened } from '../../domains/connections/entries.rules.ts'
import { saveEntry } from '../../domains/connections/entries.writes.server.ts'
import { JournalGate } from '../../domains/connections/lock/ui/journal-gate.tsx'
import * as connectionMessages from '../../domains/connections/messages.en.yaml'
import { NewEntry } from '../../domains/connections/ui/new-entry.tsx'
import { readTerm } from '../../domains/glossary/terms.reads.server.ts'
import { loggable } from '../../platform/log.server.ts'
import { diskFull } from '../../platform/messages.en.yaml'
import { isAccountDeletedError, journalAccessError } from '../../platform/owner.ts'
import { platformContext, signedInOwner } from '../request-context.ts'
import { withRetries } from '../with-retries.ts'
import type { Route } from './+types/connection-new.ts'
import * as messages from './messages.en.yaml'
import { useStickyActionData } from './settings/use-sticky-action-data.ts'

export { ErrorPage as ErrorBoundary } from './error-page.tsx'

export const meta = () => [{ title: messages.newConnection() }, { name: 'robots', content: 'noindex' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { log, database, clock } = platform
  const owner = signedInOwner(context)
  const query = new URL(request.url).searchParams
  const slug = query.get('journal')
  const [termDetail, draftResult] = await Promise.all([
    slug ? withRetries(log, () => readTerm(database, slug)) : undefined,
    withRetries(log, () => listDrafts(platform, owner)),
  ])
  const drafts = draftResult?.outcome === 'listed' ? draftResult.drafts : []
  const closed = journalAccessError(owner)
  const resume = query.get('resume')
  return {
    id: uuidv7(),
    now: clock.now().toISOString(),
    term: termDetail?.term ?? null,
    ...chooseDrafts(drafts, resume, closed),
    // Only the browser knows which of them are new Connections.
    locked: drafts.some((draft) => 'locked' in draft) ? { drafts, resume } : null,
    closed,
  }
}

/** The drafts of new Connections that the page offers. */
function chooseDrafts(drafts: readonly Draft[], resume: string | null, closed: string | undefined) {
  const open = drafts.filter((draft) => draft.entry_revision === null && isOpened(draft))
  const resumedDraft = open.find((draft) => draft.id === resume) ?? null
  // A user who can't write sees all drafts.
  const savedDrafts = open.slice(0, closed ? undefined : 1)
  const others = open.filter((draft) => draft !== resumedDraft && !savedDrafts.includes(draft)).length
  return { savedDrafts, resumedDraft, others }
}

/** Handles the form where JavaScript does not run. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext)
  const owner = signedInOwner(context)
  const form = Object.fromEntries(
    [...(await request.formData())].map(([name, value]) => [name, String(value)]),
  )
  if (form.intent === 'drop') {
    await deleteDraft(platform, owner, String(form.id))
    return redirect(href('/dashboard/connections'))
  }
  const typed = readTypedForm(form)
  const reject = (problem: string, status: number, id = String(form.id ?? '')) =>
    data({ problem, typed, id }, status)
  const parsed = entryForm.safeParse(form)
  if (!parsed.success) return reject(parsed.error.issues[0]?.message ?? connectionMessages.saveFailed(), 400)
  if (platform.isDiskLow?.()) return reject(diskFull(), 503)
  try {
    const result = await saveEntry(platform, owner, parsed.data)
    if ('entry' in result) return redirect(href('/dashboard/connections'))
    if (result.outcome === 'forbidden') return reject(result.reason, 403)
    if (result.outcome === 'no_such_term') return reject(connectionMessages.noSuchTerm(), 400)
    // An earlier save's response was lost. This text becomes a new entry.
    if (result.outcome === 'conflict') return reject(connectionMessages.changed(), 409, '')
  } catch (thrown) {
    if (isAccountDeletedError(thrown)) throw thrown
    platform.log.error('a connection could not be saved', { error: loggable(thrown) })
  }
  return reject(connectionMessages.saveFailed(), 503)
}

export default function NewConnection({ loaderData, actionData }: Route.ComponentProps) {
  const result = useStickyActionData(actionData)
  const { nonce } = use(DocumentContext)
  return (
    <JournalGate data={loaderData} rejected={result}>
      {({ locked, ...opened }) => (
        <>
          <NewEntry
            {...opened}
            {...(locked && chooseDrafts(locked.drafts, locked.resume, opened.closed))}
            actionData={result}
          />
          <PreHydrationDraft nonce={nonce} />
        </>
      )}
    </JournalGate>
  )
}
