import { data, href } from 'react-router'
import { afterDeletionUrl } from '../../domains/account/account.contract.ts'
import * as accountMessages from '../../domains/account/messages.en.yaml'
import { StartPage } from '../../domains/editorial/ui/home-page.tsx'
import { tagHref } from '../../domains/glossary/terms.rules.ts'
import { chooseTermOfTheDay } from '../../domains/glossary/terms.writes.server.ts'
import { HeaderSearch } from '../../domains/glossary/ui/header-search.tsx'
import { TermOfTheDay } from '../../domains/glossary/ui/term-of-the-day.tsx'
import { toUtcDate } from '../../platform/clock.ts'
import css from '../../ui/home.css?inline'
import { QuickHide } from '../../ui/quick-hide/quick-hide.tsx'
import { describePage, getRootData, homeHeaders, noStoreHeaders } from '../meta.ts'
import { platformContext, siteContext } from '../request-context.ts'
import { withRetries } from '../with-retries.ts'
import type { Route } from './+types/home.ts'
import * as messages from './messages.en.yaml'

export const handle = { css, film: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url)
  const accountDeleted = pathname + search === afterDeletionUrl
  const { database, clock, log } = context.get(platformContext)
  const today = await withRetries(log, () => chooseTermOfTheDay(database, toUtcDate(clock.now())))
  const { first_words, home, roadmap } = context.get(siteContext)
  return data(
    { first_words, home, roadmap, today, accountDeleted },
    { headers: today && !accountDeleted ? homeHeaders : noStoreHeaders },
  )
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export const meta: Route.MetaFunction = ({ matches }) => {
  const root = getRootData(matches)
  return describePage(matches, {
    wholeTitle: true,
    title: messages.homeTitle({ site: root?.site.name ?? '' }),
    description: root?.site.description ?? '',
    path: '/',
  })
}

export default function Home({ loaderData, matches }: Route.ComponentProps) {
  const { home, roadmap } = loaderData
  const root = getRootData(matches)
  if (!root) return null
  return (
    <>
      {loaderData.accountDeleted && (
        <div className="wrap py-4">
          <p role="status" className="form-done">
            {accountMessages.deleted()}
          </p>
        </div>
      )}
      <section className="hero">
        <div className="wrap hero-columns">
          <div className="hero-words">
            <p className="badge badge-community">{messages.beta()}</p>
            <h1 className="hero-title">{home.headline}</h1>
            <p className="lede">{home.lede}</p>
            <HeaderSearch label={messages.searchGlossary()} />
            <div className="flex flex-wrap gap-3">
              <a href={`${href('/auth-test')}?mode=sign-up`} className="btn">
                {messages.createFreeAccount()}
              </a>
              <a href={href('/demo/home')} className="btn btn-quiet">
                {messages.viewDemo()}
              </a>
            </div>
          </div>
          <TermOfTheDay term={loaderData.today} />
        </div>
      </section>
      <section className="wrap grid gap-5 apart" aria-labelledby="first-words">
        <h2 id="first-words">{messages.firstWords()}</h2>
        <ul className="flex flex-wrap gap-3">
          {loaderData.first_words.map((name) => (
            <li key={name}>
              <a href={tagHref(name, href('/glossary'))} className="chip chip-large">
                {name}
              </a>
            </li>
          ))}
        </ul>
        <p className="max-w-prose">
          {messages.browseGlossary({ glossary: (text) => <a href={href('/glossary')}>{text}</a> })}
        </p>
      </section>
      <StartPage
        home={home}
        roadmap={roadmap}
        beta_notice={root.site.beta_notice}
        quickHide={<QuickHide {...root.quickHide} inDialog />}
      />
      <script type="module" src={root.shell.homeScript} />
    </>
  )
}
