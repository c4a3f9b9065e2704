import { useState } from 'react'
import { QuickJournal } from '../../domains/connections/ui/quick-journal.tsx'
import { WriteButton } from '../../domains/connections/ui/write-button.tsx'
import { listSavedTermIds } from '../../domains/favorites/reads.server.ts'
import { Heart } from '../../domains/favorites/ui/heart.tsx'
import { useSavedIds } from '../../domains/favorites/ui/saved-terms.tsx'
import type { Term } from '../../domains/glossary/contract.ts'
import { ListInPlace } from '../../domains/glossary/ui/list-in-place.tsx'
import { TermOfTheDay } from '../../domains/glossary/ui/term-of-the-day.tsx'
import { platformContext, signedInOwner } from '../context.ts'
import { readGlossaryPage } from '../glossary-page.ts'
import type { Route } from './+types/glossary.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Glossary' }, { name: 'robots', content: 'noindex' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const [{ status, ...page }, saved] = await Promise.all([
    readGlossaryPage(platform, new URL(request.url).searchParams),
    listSavedTermIds(platform.database, signedInOwner(context)),
  ])
  return { ...page, saved }
}

const base = '/dashboard/glossary'

export default function Glossary({ loaderData: { saved, today, ...page } }: Route.ComponentProps) {
  const savedIds = useSavedIds(saved)
  const [about, setAbout] = useState<Term>()
  return (
    <>
      <h1>Glossary</h1>
      <ListInPlace
        {...page}
        base={base}
        aside={<TermOfTheDay term={today} base={base} />}
        deeds={(term) => (
          <>
            <Heart term={term} saved={savedIds.has(term.id)} />
            <WriteButton term={term} onWrite={() => setAbout(term)} />
          </>
        )}
      />
      {about && <QuickJournal term={about} onClose={() => setAbout(undefined)} />}
    </>
  )
}
