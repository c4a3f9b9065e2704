import type { EntryTitle } from '../../domains/connections/ui/entry-card.tsx'
import { EntryList } from '../../domains/connections/ui/entry-list.tsx'
import { InertButton } from '../../ui/disabled-button/disabled-button.tsx'
import { useDemo, useSampleEntries, useSampleSearch } from './use-demo-data.ts'

// Neutral: the tab and the history may be seen by somebody else (safety point 12).
export const meta = () => [{ title: 'Connections' }, { name: 'robots', content: 'noindex' }]

/** A sample has no page of its own: all of it stands on its card. */
const Title: EntryTitle = ({ children }) => <InertButton className="inert-title">{children}</InertButton>

export default function DemoConnections() {
  const { entries } = useDemo()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1>Connections</h1>
        <InertButton className="btn">New Connection</InertButton>
      </div>
      <div className="mt-6">
        <EntryList
          initial={entries}
          useEntries={useSampleEntries}
          useSearch={useSampleSearch}
          title={Title}
        />
      </div>
    </>
  )
}
