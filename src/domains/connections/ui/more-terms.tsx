import { X } from 'lucide-react'
import { useState } from 'react'
import * as messages from '../messages.en.yaml'
import { type PickedTerm, TermPicker } from './term-picker.tsx'

type MoreTermsProps = { terms: PickedTerm[]; onChange: (terms: PickedTerm[]) => void; isFull: boolean }

/** The terms after the first, which the specification shows. */
export function MoreTerms({ terms, onChange, isFull }: MoreTermsProps) {
  const [adding, setAdding] = useState(false)
  return (
    <div className="needs-react grid justify-items-start gap-3">
      {terms.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={messages.alsoAbout()}>
          {terms.map(({ id, term_name }) => (
            <li key={id} className="chip">
              {term_name}
              <button
                type="button"
                className="chip-remove"
                aria-label={messages.removeTerm({ term: term_name })}
                onClick={() => onChange(terms.filter((term) => term.id !== id))}
              >
                <X className="icon" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {adding ? (
        <div className="w-full">
          <TermPicker
            label={messages.anotherTerm()}
            value={null}
            autoFocus
            onChange={(term) => {
              if (!term) return
              setAdding(false)
              onChange([...terms.filter(({ id }) => id !== term.id), term])
            }}
          />
        </div>
      ) : (
        !isFull && (
          <button type="button" className="btn btn-quiet" onClick={() => setAdding(true)}>
            {messages.addTerm()}
          </button>
        )
      )}
    </div>
  )
}
