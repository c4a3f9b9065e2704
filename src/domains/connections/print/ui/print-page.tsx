import { useMemo } from 'react'
import { href, Link } from 'react-router'
import * as messages from '../../messages.en.yaml'
import { NoEntries } from '../../ui/no-entries.tsx'
import { useAllEntries } from '../../ui/use-entries.ts'
import { PrintForm } from './print-form.tsx'

/**
 * Loads all Connections, because what is printed is chosen in the browser.
 *
 * @param props.chosen the id of the only one that is chosen at first, by default all are
 */
export function PrintPage({ chosen }: { chosen?: string }) {
  const all = useAllEntries(true)
  const entries = useMemo(() => all.data?.pages.flatMap((page) => page.entries) ?? [], [all.data])
  const isComplete = all.data !== undefined && !all.hasNextPage
  return (
    <>
      <div className="no-print grid gap-3">
        <p>
          <Link to={href('/dashboard/connections')}>{messages.backToList()}</Link>
        </p>
        <h1>{messages.print()}</h1>
        <p className="max-w-prose text-muted">{messages.printLede()}</p>
      </div>
      <noscript>
        <p className="note mt-6">{messages.printNeedsScript()}</p>
      </noscript>
      <p className="if-plain note mt-6">{messages.printNeedsScript()}</p>
      <div className="needs-react mt-6">
        {all.isError && <LoadFailed retry={all.data && !isComplete ? all.fetchNextPage : all.refetch} />}
        {!isComplete && !all.isError && (
          <p role="status">{messages.printLoading({ count: entries.length })}</p>
        )}
        {isComplete && entries.length === 0 && <NoEntries />}
        {isComplete && entries.length > 0 && (
          <PrintForm entries={entries} chosen={chosen} isLoading={all.isFetching} />
        )}
      </div>
    </>
  )
}

const LoadFailed = ({ retry }: { retry: () => unknown }) => (
  <div className="grid gap-4 justify-items-start">
    <p role="alert" className="form-problem">
      {messages.loadFailed()}
    </p>
    <button type="button" className="btn btn-quiet" onClick={retry}>
      {messages.tryAgain()}
    </button>
  </div>
)
