import type { EntryTitle } from '../../domains/connections/ui/entry-card.tsx'
import { EntryList } from '../../domains/connections/ui/entry-list.tsx'
import { DisabledButton } from '../../ui/disabled-button/disabled-button.tsx'
import * as messages from './messages.en.yaml'
import { useDemo, useSampleEntries, useSampleSearch } from './use-demo-data.ts'

export const meta = () => [{ title: messages.connections() }, { name: 'robots', content: 'noindex' }]

/** A sample has no page. */
const Title: EntryTitle = ({ children }) => (
  <DisabledButton className="text-act text-start">{children}</DisabledButton>
)

export default function DemoConnections() {
  const { entries } = useDemo()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1>{messages.connections()}</h1>
        <DisabledButton className="btn">{messages.newConnection()}</DisabledButton>
      </div>
      <div className="mt-6">
        <EntryList
          initial={entries}
          useEntries={useSampleEntries}
          useSearch={useSampleSearch}
          withTags
          title={Title}
        />
      </div>
    </>
  )
}
