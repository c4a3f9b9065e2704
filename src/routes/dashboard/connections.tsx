import { use } from 'react'
import { data, href, Link } from 'react-router'
import { listDrafts } from '../../domains/connections/drafts/drafts.reads.server.ts'
import { DraftList } from '../../domains/connections/drafts/ui/draft-list.tsx'
import { entryListQuerySchema } from '../../domains/connections/entries.contract.ts'
import { listEntries } from '../../domains/connections/entries.reads.server.ts'
import { pageSize } from '../../domains/connections/entries.rules.ts'
import { settingsSetAside } from '../../domains/connections/lock/messages.en.yaml'
import { JournalGate } from '../../domains/connections/lock/ui/journal-gate.tsx'
import { JournalLocksContext } from '../../domains/connections/lock/ui/journal-locks.ts'
import * as connectionMessages from '../../domains/connections/messages.en.yaml'
import { EntryFilters } from '../../domains/connections/search/ui/entry-filters.tsx'
import { LinkToListed, showMatches } from '../../domains/connections/search/ui/show-matches.tsx'
import { useEntrySearch } from '../../domains/connections/search/ui/use-entry-search.ts'
import { EntryList } from '../../domains/connections/ui/entry-list.tsx'
import { useJournalPreferences } from '../../domains/connections/ui/journal-preferences.ts'
import { JournalUnavailable } from '../../domains/connections/ui/journal-unavailable.tsx'
import { NoEntries } from '../../domains/connections/ui/no-entries.tsx'
import { useJournalEntries } from '../../domains/connections/ui/use-entries.ts'
import { platformContext, signedInOwner } from '../request-context.ts'
import { withRetries } from '../with-retries.ts'
import type { Route } from './+types/connections.ts'
import * as messages from './messages.en.yaml'
import { useJournalAccessError } from './use-journal-access.ts'

export const meta = () => [{ title: messages.connections() }, { name: 'robots', content: 'noindex' }]

/** `?after=` is Load More's cursor without JavaScript. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { data: after } = entryListQuerySchema.shape.after.safeParse(
    new URL(request.url).searchParams.get('after') ?? undefined,
  )
  const owner = signedInOwner(context)
  const [entryResult, draftResult] = await Promise.all([
    withRetries(platform.log, () => listEntries(platform, owner, { after, limit: pageSize })),
    withRetries(platform.log, () => listDrafts(platform, owner)),
  ])
  const drafts = draftResult?.outcome === 'listed' ? draftResult.drafts : []
  if (entryResult?.outcome === 'listed') return data({ page: { ...entryResult, after }, drafts })
  return data({ page: undefined, drafts }, 503)
}

export default ({ loaderData }: Route.ComponentProps) => (
  <JournalGate data={loaderData}>{(opened) => <Connections {...opened} />}</JournalGate>
)

export const ErrorBoundary = () => <Connections page={undefined} drafts={[]} />

function Connections({ page, drafts }: Route.ComponentProps['loaderData']) {
  const accessError = useJournalAccessError()
  const { journal_tagging } = useJournalPreferences()
  const { locks } = use(JournalLocksContext)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1>{messages.connections()}</h1>
        <Link to={href('/dashboard/connections/new')} className={page?.total === 0 ? 'btn btn-quiet' : 'btn'}>
          {messages.newConnection()}
        </Link>
      </div>
      <p className="no-print mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <Link to={href('/dashboard/connections/calendar')}>{connectionMessages.calendar()}</Link>
        <Link to={href('/dashboard/connections/print')}>{connectionMessages.print()}</Link>
        <Link to={href('/dashboard/connections/trash')}>{connectionMessages.trash()}</Link>
        {/* Someone else may have done it: nothing else here tells why Connections are missing. */}
        {locks.some(({ state }) => state === 'set_aside') && (
          <Link to={href('/dashboard/connections/lock')}>{settingsSetAside()}</Link>
        )}
      </p>
      {accessError && (
        <div className="mt-6">
          <JournalUnavailable reason={accessError} />
        </div>
      )}
      <div className="mt-6">
        <DraftList drafts={drafts} readOnly={accessError !== undefined} />
      </div>
      <div className="mt-6">
        <EntryList
          initial={page}
          useEntries={useJournalEntries}
          useSearch={useEntrySearch}
          empty={<NoEntries />}
          show={showMatches}
          withTags={journal_tagging}
          title={LinkToListed}
          Filters={EntryFilters}
          newer={
            page?.after && (
              <p className="mb-4">
                <Link to={href('/dashboard/connections')}>{messages.newerConnections()}</Link>
              </p>
            )
          }
        />
      </div>
    </>
  )
}
