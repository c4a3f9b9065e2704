import { type ComponentProps, useEffect, useState } from 'react'
import type { dangersInSearch } from '../danger-phrases.contract.ts'
import type { Help } from '../help-lines.contract.ts'
import { HelpCard } from './help-card.tsx'

type LiveHelpCardProps = Pick<ComponentProps<typeof HelpCard>, 'quickHide'> & {
  search: string
  /** The slug of the first term found. */
  firstTerm: string | undefined
  text: string
  /** What the server found in the search of the page's address. */
  initial: { search: string; help: Help | undefined }
}

/** The card for a search that React shows. The phrases load with the first letter. */
export function LiveHelpCard({ search, firstTerm, text, initial, quickHide }: LiveHelpCardProps) {
  const [phrases, setPhrases] = useState<{ dangersInSearch: typeof dangersInSearch }>()
  const isSearched = search !== ''
  useEffect(() => {
    // Without them, the numbers are under Resources.
    if (isSearched) import('../danger-phrases.contract.ts').then(setPhrases, () => {})
  }, [isSearched])
  const known = search === initial.search ? initial.help : undefined
  const dangers = phrases?.dangersInSearch(search, firstTerm) ?? []
  const found = dangers.length > 0 ? { dangers, text, lines: [] } : undefined
  return <HelpCard help={known ?? found} quickHide={quickHide} announced />
}
