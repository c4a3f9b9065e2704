import { data, href } from 'react-router'
import { helpFor } from '../../domains/editorial/ui/help-card.tsx'
import { dangersIn } from '../../domains/glossary/search/danger-phrases.contract.ts'
import { firstSentence } from '../../domains/glossary/search/search.rules.ts'
import { GlossaryList } from '../../domains/glossary/ui/glossary-list.tsx'
import { TermActionIcons, TermCardActions } from '../../domains/glossary/ui/term-actions.tsx'
import { TermOfTheDay } from '../../domains/glossary/ui/term-of-the-day.tsx'
import css from '../../ui/list.css?inline'
import { readGlossaryPage } from '../glossary-page.ts'
import { describePage, noStoreHeaders, publicHeaders } from '../meta.ts'
import { platformContext, siteContext } from '../request-context.ts'
import type { Route } from './+types/glossary.ts'
import * as messages from './messages.en.yaml'

export const handle = { css }

export async function loader({ context, request }: Route.LoaderArgs) {
  const { status, isCacheable, ...page } = await readGlossaryPage(
    context.get(platformContext),
    new URL(request.url).searchParams,
  )
  const { crisis } = context.get(siteContext).resources
  return data({ ...page, crisis }, { status, headers: isCacheable ? publicHeaders : noStoreHeaders })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: messages.glossaryTitle(),
    description: messages.glossaryDescription(),
    path: href('/glossary'),
  })

export default function Glossary({ loaderData }: Route.ComponentProps) {
  const { today, crisis, ...page } = loaderData
  return (
    <div className="wrap pt-10">
      <h1>{messages.glossary()}</h1>
      <p className="mt-3 text-muted">{messages.takeWhatFits()}</p>
      <GlossaryList
        {...page}
        aside={<TermOfTheDay term={today && { ...today, definition: firstSentence(today.definition) }} />}
        help={(search) => helpFor(dangersIn(search), crisis, 'alert')}
        actions={(term) => <TermCardActions {...term} />}
      />
      <TermActionIcons />
    </div>
  )
}
