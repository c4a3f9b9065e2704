import { Combobox } from '@base-ui/react/combobox'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useId, useState } from 'react'
import { askApi } from '../../../platform/ask-api.ts'

/** How long what was found stays fresh (specification point 9, milliseconds). */
const freshFor = 2 * 60_000

export type PickedTerm = { id: string; term_name: string; slug: string; tags: string[] }

type TermPickerProps = { value: PickedTerm | null; onChange: (term: PickedTerm | null) => void }

/**
 * Which term a Connection is about, or none: at most fifty by name or slug. Clearing it, or emptying its box, makes the
 * Connection freeform again (specification point 4, "Entry type").
 */
export function TermPicker({ value, onChange }: TermPickerProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  // The name of the chosen term stands in the box: it is not what somebody looks for.
  const search = typed.trim() === value?.term_name ? '' : typed.trim()
  const { data, isError } = useQuery({
    queryKey: ['term-options', search.toLowerCase()],
    queryFn: ({ signal }) =>
      askApi<{ terms: PickedTerm[] }>(`/terms/options?${new URLSearchParams({ q: search })}`, { signal }),
    staleTime: freshFor,
    enabled: open,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const terms = data?.terms ?? []
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="strong">
        Linked term (optional)
      </label>
      <input type="hidden" name="linked_term_id" value={value?.id ?? ''} />
      <Combobox.Root<PickedTerm>
        items={terms}
        value={value}
        open={open}
        onOpenChange={setOpen}
        onValueChange={onChange}
        onInputValueChange={(text) => {
          setTyped(text)
          if (text === '') onChange(null)
        }}
        itemToStringLabel={({ term_name }) => term_name}
        isItemEqualToValue={(one, other) => one.id === other.id}
        filter={null}
      >
        <Combobox.InputGroup className="picker">
          <Combobox.Input
            id={id}
            className="field"
            placeholder="Search for a term, or leave it open"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Combobox.Clear className="deed" aria-label="No linked term">
            <X className="icon" aria-hidden="true" />
          </Combobox.Clear>
        </Combobox.InputGroup>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={6} className="picker-place">
            <Combobox.Popup className="picker-list">
              <Combobox.Status className="picker-note">
                {isError
                  ? 'The terms could not be loaded. Please try again in a moment.'
                  : data
                    ? null
                    : 'Loading...'}
              </Combobox.Status>
              <Combobox.Empty className="picker-note">
                {data && !isError && 'No such term in the glossary. It can stay open.'}
              </Combobox.Empty>
              <Combobox.List>
                {(term: PickedTerm) => (
                  <Combobox.Item key={term.id} value={term} className="picker-item">
                    {term.term_name}
                    <Combobox.ItemIndicator>
                      <Check className="icon" aria-hidden="true" />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </div>
  )
}
