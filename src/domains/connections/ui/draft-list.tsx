import { useState } from 'react'
import type { Draft } from '../drafts.contract.ts'
import { draftsWords } from '../drafts.rules.ts'
import { DraftOffer } from './draft-offer.tsx'

type DraftListProps = {
  /** The latest first; those that do not open have no content. */
  drafts: Draft[]
  readOnly: boolean
}

/** Every draft that was not saved. Nothing of it shows where there is none. */
export function DraftList({ drafts, readOnly }: DraftListProps) {
  const [gone, setGone] = useState<string[]>([])
  const left = drafts.filter(({ id, content }) => content !== null && !gone.includes(id))
  if (left.length === 0) return null
  return (
    <section id="drafts" tabIndex={-1} className="grid gap-4" aria-labelledby="drafts-title">
      <h2 id="drafts-title">{draftsWords(left.length)}</h2>
      {left.map((draft) => (
        <DraftOffer
          key={draft.id}
          draft={draft}
          heading="h3"
          readOnly={readOnly}
          onDropped={() => {
            setGone([...gone, draft.id])
            document.getElementById('drafts')?.focus()
          }}
        />
      ))}
    </section>
  )
}
