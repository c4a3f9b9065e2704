import { useState } from 'react'
import { data, href } from 'react-router'
import { QuickJournal } from '../../domains/connections/ui/quick-journal.tsx'
import { WriteButton } from '../../domains/connections/ui/write-button.tsx'
import { helpFor } from '../../domains/editorial/ui/help-card.tsx'
import { listSavedTermIds } from '../../domains/favorites/favorites.reads.server.ts'
import { Heart } from '../../domains/favorites/ui/heart.tsx'
import { useSavedIds } from '../../domains/favorites/ui/use-saved-terms.tsx'
import { dangersOfTerm } from '../../domains/glossary/heavy-terms.rules.ts'
import { readTerm } from '../../domains/glossary/terms.reads.server.ts'
import { TermDetail, TermNotFound } from '../../domains/glossary/ui/term-detail.tsx'
import { loggable } from '../../platform/log.server.ts'
import { platformContext, signedInOwner, siteContext } from '../request-context.ts'
import type { Route } from './+types/term.ts'
import * as messages from './messages.en.yaml'
import { useJournalAccessError } from './use-journal-access.ts'

// Neutral: others may see it (safety point 12).
export const meta = () => [{ title: messages.glossary() }, { name: 'robots', content: 'noindex' }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { database, log } = context.get(platformContext)
  const owner = signedInOwner(context)
  try {
    const termDetail = await readTerm(database, params.slug)
    if (!termDetail) return data(undefined, 404)
    const { crisis } = context.get(siteContext).resources
    return data({ ...termDetail, crisis, saved: await listSavedTermIds(database, owner) })
  } catch (thrown) {
    log.error('a term could not be read', { error: loggable(thrown) })
    return data(undefined, 503)
  }
}

const base = href('/dashboard/glossary')

export const ErrorBoundary = () => <TermNotFound base={base} />

export default function Term({ loaderData }: Route.ComponentProps) {
  return loaderData ? <TermPage key={loaderData.term.id} {...loaderData} /> : <TermNotFound base={base} />
}

function TermPage({ saved, crisis, ...termDetail }: NonNullable<Route.ComponentProps['loaderData']>) {
  const savedIds = useSavedIds(saved)
  const accessError = useJournalAccessError()
  const [writing, setWriting] = useState(false)
  const { term } = termDetail
  return (
    <>
      <TermDetail
        {...termDetail}
        base={base}
        help={helpFor(dangersOfTerm(term.slug), crisis)}
        actions={
          <div className="flex flex-wrap gap-3 no-print">
            <Heart term={term} saved={savedIds.has(term.id)} withText />
            <WriteButton term={term} onWrite={accessError ? undefined : () => setWriting(true)} withText />
          </div>
        }
      />
      {writing && <QuickJournal term={term} onClose={() => setWriting(false)} />}
    </>
  )
}
