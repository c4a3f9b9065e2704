import { data, href } from 'react-router'
import { dangersInSearch } from '../../domains/crisis/danger-phrases.contract.ts'
import { helpFor } from '../../domains/crisis/help-lines.contract.ts'
import { HelpCard } from '../../domains/crisis/ui/help-card.tsx'
import { firstSentence } from '../../domains/glossary/search/search.rules.ts'
import { firstSlug, GlossaryList } from '../../domains/glossary/ui/glossary-list.tsx'
import { TermActionIcons, TermCardActions } from '../../domains/glossary/ui/term-actions.tsx'
import { TermOfTheDay } from '../../domains/glossary/ui/term-of-the-day.tsx'
import css from '../../ui/list.css?inline'
import { readGlossaryPage } from '../glossary-page.ts'
import { describePage, getRootData, noStoreHeaders, publicHeaders } from '../meta.ts'
import { platformContext, siteContext } from '../request-context.ts'
import type { Route } from './+types/glossary.ts'
import * as messages from './messages.en.yaml'

export const handle = { css }

export async function loader({ context, request }: Route.LoaderArgs) {
  const { status, isCacheable, ...page } = await readGlossaryPage(
    context.get(platformContext),
    new URL(request.url).searchParams,
  )
  const help = helpFor(
    context.get(siteContext).helpLines,
    dangersInSearch(page.address.search, firstSlug(page.found)),
  )
  return data({ ...page, help }, { status, headers: isCacheable ? publicHeaders : noStoreHeaders })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: messages.glossaryTitle(),
    description: messages.glossaryDescription(),
    path: href('/glossary'),
  })

export default function Glossary({ loaderData, matches }: Route.ComponentProps) {
  const { today, help, ...page } = loaderData
  return (
    <div className="wrap pt-10">
      <h1>{messages.glossary()}</h1>
      <p className="mt-3 text-muted">{messages.takeWhatFits()}</p>
      <GlossaryList
        {...page}
        aside={<TermOfTheDay term={today && { ...today, definition: firstSentence(today.definition) }} />}
        help={() => <HelpCard help={help} quickHide={getRootData(matches)?.quickHide} announced />}
        actions={(term) => <TermCardActions {...term} />}
      />
      <TermActionIcons />
    </div>
  )
}
