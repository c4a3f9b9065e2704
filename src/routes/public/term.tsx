import { data, href } from 'react-router'
import { dangersOfTerm } from '../../domains/crisis/heavy-terms.contract.ts'
import { helpFor } from '../../domains/crisis/help-lines.contract.ts'
import { HelpCard } from '../../domains/crisis/ui/help-card.tsx'
import { firstSentence } from '../../domains/glossary/search/search.rules.ts'
import type { TermPage } from '../../domains/glossary/terms.contract.ts'
import { readTerm } from '../../domains/glossary/terms.reads.server.ts'
import { TermPageActions } from '../../domains/glossary/ui/term-actions.tsx'
import { TermDetail, TermNotFound } from '../../domains/glossary/ui/term-detail.tsx'
import { loggable } from '../../platform/log.server.ts'
import css from '../../ui/term.css?inline'
import { describePage, getRootData, noStoreHeaders, publicHeaders } from '../meta.ts'
import { platformContext, siteContext } from '../request-context.ts'
import type { Route } from './+types/term.ts'
import * as messages from './messages.en.yaml'

export const handle = { css }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { database, log } = context.get(platformContext)
  try {
    const termDetail = await readTerm(database, params.slug)
    if (!termDetail) return data(undefined, 404)
    const help = helpFor(context.get(siteContext).helpLines, dangersOfTerm(termDetail.term.slug))
    return data({ ...termDetail, help }, { headers: publicHeaders })
  } catch (thrown) {
    log.error('a term could not be read', { error: loggable(thrown) })
    return data(undefined, { status: 503, headers: noStoreHeaders })
  }
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = getRootData(matches)
  if (!loaderData)
    return [
      { title: messages.termNotFoundTitle({ site: root?.site.name ?? '' }) },
      { name: 'robots', content: 'noindex' },
    ]
  const { term } = loaderData
  return [
    ...describePage(matches, {
      title: messages.termTitle({ term: term.term_name }),
      description: firstSentence(term.definition),
      path: href('/glossary/:slug', { slug: term.slug }),
    }),
    { 'script:ld+json': definedTerm(term, root?.publicUrl ?? '', root?.site.name ?? '') },
  ]
}

export default function Term({ loaderData, matches }: Route.ComponentProps) {
  return (
    <div className="wrap">
      {loaderData ? (
        <TermDetail
          {...loaderData}
          base={href('/glossary')}
          help={<HelpCard help={loaderData.help} quickHide={getRootData(matches)?.quickHide} />}
          actions={<TermPageActions {...loaderData.term} />}
        />
      ) : (
        <TermNotFound base={href('/glossary')} />
      )}
    </div>
  )
}

/** A term for schema.org. */
function definedTerm(term: TermPage, publicUrl: string, siteName: string) {
  const disambiguation = term.not_the_same_as.map(({ why }) => why).join(' ')
  return {
    '@context': 'https://schema.org',
    '@type': 'DefinedTerm',
    name: term.term_name,
    ...(term.aliases.length > 0 ? { alternateName: term.aliases } : {}),
    description: term.definition,
    ...(disambiguation && { disambiguatingDescription: disambiguation }),
    ...(term.sources.length > 0 && { citation: term.sources.map(({ title, year }) => `${title} (${year})`) }),
    url: publicUrl + href('/glossary/:slug', { slug: term.slug }),
    inDefinedTermSet: {
      '@type': 'DefinedTermSet',
      name: messages.glossaryOfSite({ site: siteName }),
      url: publicUrl + href('/glossary'),
    },
  }
}
