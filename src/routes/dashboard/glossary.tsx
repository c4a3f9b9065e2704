import { useState } from 'react'
import { href } from 'react-router'
import { QuickJournal } from '../../domains/connections/ui/quick-journal.tsx'
import { WriteButton } from '../../domains/connections/ui/write-button.tsx'
import { dangersInSearch } from '../../domains/crisis/danger-phrases.contract.ts'
import { helpFor } from '../../domains/crisis/help-lines.contract.ts'
import { LiveHelpCard } from '../../domains/crisis/ui/live-help-card.tsx'
import { listSavedTermIds } from '../../domains/favorites/favorites.reads.server.ts'
import { Heart } from '../../domains/favorites/ui/heart.tsx'
import { useSavedIds } from '../../domains/favorites/ui/use-saved-terms.tsx'
import type { Term } from '../../domains/glossary/terms.contract.ts'
import { ClientTermList } from '../../domains/glossary/ui/client-term-list.tsx'
import { firstSlug } from '../../domains/glossary/ui/glossary-list.tsx'
import { ListMessage } from '../../domains/glossary/ui/list-message.tsx'
import { TermOfTheDay } from '../../domains/glossary/ui/term-of-the-day.tsx'
import { useGlossaryTerms } from '../../domains/glossary/ui/use-glossary-terms.ts'
import { readGlossaryPage } from '../glossary-page.ts'
import { getRootData } from '../meta.ts'
import { platformContext, signedInOwner, siteContext } from '../request-context.ts'
import type { Route } from './+types/glossary.ts'
import { TryAgain } from './error-page.tsx'
import * as messages from './messages.en.yaml'
import { useJournalAccessError } from './use-journal-access.ts'

export const meta = () => [{ title: messages.glossary() }, { name: 'robots', content: 'noindex' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const [{ status, ...page }, saved] = await Promise.all([
    readGlossaryPage(platform, new URL(request.url).searchParams),
    listSavedTermIds(platform.database, signedInOwner(context)),
  ])
  const { helpLines } = context.get(siteContext)
  const help = helpFor(helpLines, dangersInSearch(page.address.search, firstSlug(page.found)))
  return { ...page, saved, help, helpText: helpLines.text }
}

const base = href('/dashboard/glossary')

export const ErrorBoundary = () => (
  <div className="grid gap-4">
    <h1>{messages.glossary()}</h1>
    <ListMessage found="failed" search="" />
    <TryAgain />
  </div>
)

export default function Glossary({ loaderData, matches }: Route.ComponentProps) {
  const { saved, today, help, helpText, ...page } = loaderData
  const savedIds = useSavedIds(saved)
  const accessError = useJournalAccessError()
  const initial = { search: page.address.search, help }
  const [journalTerm, setJournalTerm] = useState<Term>()
  return (
    <>
      <h1>{messages.glossary()}</h1>
      <ClientTermList
        {...page}
        base={base}
        useTerms={useGlossaryTerms}
        aside={<TermOfTheDay term={today} base={base} />}
        help={(search, firstTerm) => (
          <LiveHelpCard
            search={search}
            firstTerm={firstTerm}
            text={helpText}
            initial={initial}
            quickHide={getRootData(matches)?.quickHide}
          />
        )}
        actions={(term) => (
          <>
            <Heart term={term} saved={savedIds.has(term.id)} />
            <WriteButton term={term} onWrite={accessError ? undefined : () => setJournalTerm(term)} />
          </>
        )}
      />
      {journalTerm && <QuickJournal term={journalTerm} onClose={() => setJournalTerm(undefined)} />}
    </>
  )
}
