import { type ComponentProps, useState } from 'react'
import { data, href } from 'react-router'
import { QuickJournal } from '../../domains/connections/ui/quick-journal.tsx'
import { WriteButton } from '../../domains/connections/ui/write-button.tsx'
import { dangersOfTerm } from '../../domains/crisis/heavy-terms.contract.ts'
import { helpFor } from '../../domains/crisis/help-lines.contract.ts'
import { HelpCard } from '../../domains/crisis/ui/help-card.tsx'
import { listSavedTermIds } from '../../domains/favorites/favorites.reads.server.ts'
import { Heart } from '../../domains/favorites/ui/heart.tsx'
import { useSavedIds } from '../../domains/favorites/ui/use-saved-terms.tsx'
import { readTerm } from '../../domains/glossary/terms.reads.server.ts'
import { TermDetail, TermNotFound } from '../../domains/glossary/ui/term-detail.tsx'
import { loggable } from '../../platform/log.server.ts'
import { getRootData } from '../meta.ts'
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
    const help = helpFor(context.get(siteContext).helpLines, dangersOfTerm(termDetail.term.slug))
    return data({ ...termDetail, help, saved: await listSavedTermIds(database, owner) })
  } catch (thrown) {
    log.error('a term could not be read', { error: loggable(thrown) })
    return data(undefined, 503)
  }
}

const base = href('/dashboard/glossary')

export const ErrorBoundary = () => <TermNotFound base={base} />

export default function Term({ loaderData, matches }: Route.ComponentProps) {
  if (!loaderData) return <TermNotFound base={base} />
  return <TermPage key={loaderData.term.id} {...loaderData} quickHide={getRootData(matches)?.quickHide} />
}

type TermPageProps = NonNullable<Route.ComponentProps['loaderData']> & {
  quickHide: ComponentProps<typeof HelpCard>['quickHide']
}

function TermPage({ saved, help, quickHide, ...termDetail }: TermPageProps) {
  const savedIds = useSavedIds(saved)
  const accessError = useJournalAccessError()
  const [writing, setWriting] = useState(false)
  const { term } = termDetail
  return (
    <>
      <TermDetail
        {...termDetail}
        base={base}
        help={<HelpCard help={help} quickHide={quickHide} />}
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
