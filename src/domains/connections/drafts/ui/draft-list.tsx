import { useState } from 'react'
import * as messages from '../../messages.en.yaml'
import type { Draft } from '../drafts.contract.ts'
import { DraftOffer } from './draft-offer.tsx'

type DraftListProps = {
  /** Undecryptable ones have null content. */
  drafts: Draft[]
  readOnly: boolean
}

export function DraftList({ drafts, readOnly }: DraftListProps) {
  const [discardedIds, setGone] = useState<string[]>([])
  const remaining = drafts.filter(({ id, content }) => content !== null && !discardedIds.includes(id))
  if (remaining.length === 0) return null
  return (
    <section id="drafts" tabIndex={-1} className="grid gap-4" aria-labelledby="drafts-title">
      <h2 id="drafts-title">{messages.unfinishedDrafts({ count: remaining.length })}</h2>
      {remaining.map((draft) => (
        <DraftOffer
          key={draft.id}
          draft={draft}
          heading="h3"
          readOnly={readOnly}
          onDiscarded={() => {
            setGone([...discardedIds, draft.id])
            document.getElementById('drafts')?.focus()
          }}
        />
      ))}
    </section>
  )
}
