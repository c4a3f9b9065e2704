import { data } from 'react-router'
import { pageSize, readGlossaryAddress, searchLimit } from '../../domains/glossary/contract.ts'
import { listLetters, listTerms } from '../../domains/glossary/reads.server.ts'
import { GlossaryList } from '../../domains/glossary/ui/glossary-list.tsx'
import { TermOfTheDay } from '../../domains/glossary/ui/term-of-the-day.tsx'
import { chooseTermOfTheDay } from '../../domains/glossary/writes.server.ts'
import { utcDay } from '../../platform/clock.ts'
import { loggable } from '../../platform/log.server.ts'
import { platformContext } from '../context.ts'
import { describePage, publicHeaders, rootOf, unkeptHeaders } from '../meta.ts'
import { orUndefined } from '../retry.ts'
import type { Route } from './+types/glossary.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { database, clock, log } = context.get(platformContext)
  const address = readGlossaryAddress(new URL(request.url).searchParams)
  const [today, letters] = await Promise.all([
    orUndefined(log, () => chooseTermOfTheDay(database, utcDay(clock.now()))),
    orUndefined(log, () => listLetters(database)),
  ])
  const rest = { address, today, letters: letters ?? [] }
  const headers = address.search || !today || !letters ? unkeptHeaders : publicHeaders
  if (address.search.length > searchLimit)
    return data({ ...rest, found: 'too-long' as const }, { status: 400, headers })
  try {
    const found = await listTerms(database, {
      search: address.search,
      type: address.type === 'all' ? undefined : address.type,
      sort: address.sort,
      letter: address.letter,
      offset: (address.from - 1) * pageSize,
      limit: (address.page - address.from + 1) * pageSize,
    })
    return data({ ...rest, found }, { headers })
  } catch (thrown) {
    log.error('the list of terms could not be read', { error: loggable(thrown) })
    return data({ ...rest, found: 'failed' as const }, { status: 503, headers: unkeptHeaders })
  }
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export const meta: Route.MetaFunction = ({ matches }) => {
  const root = rootOf(matches)
  return describePage(root, {
    title: `Glossary of emotional abuse · ${root?.site.name}`,
    description:
      'Search plain definitions of the words for emotional abuse, clinical and community, each with everyday examples.',
    path: '/glossary',
  })
}

export default function Glossary({ loaderData: { address, found, letters, today } }: Route.ComponentProps) {
  return (
    <div className="wrap pt-10">
      <h1>Glossary</h1>
      <p className="mt-3 text-muted">Take what fits, leave the rest.</p>
      <GlossaryList address={address} found={found} letters={letters} aside={<TermOfTheDay term={today} />} />
    </div>
  )
}
