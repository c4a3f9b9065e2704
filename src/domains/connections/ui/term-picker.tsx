import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { apiFetch } from '../../../platform/api-client.ts'
import { useJournalLocks } from '../lock/ui/journal-locks.ts'
import * as messages from '../messages.en.yaml'

/** Specification point 9. */
const staleTime = 2 * 60_000

export type PickedTerm = { id: string; term_name: string; slug: string; tags: string[] }

type TermPickerProps = {
  label: string
  /** Of the hidden field with the id. */
  name?: string
  value: PickedTerm | null
  onChange: (term: PickedTerm | null) => void
  autoFocus?: boolean
}

/** APG "Combobox". Base UI's hides the page from screen readers while open, Quick Hide included. */
export function TermPicker({ label, name, value, onChange, autoFocus = false }: TermPickerProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(value?.term_name ?? '')
  const [open, setOpen] = useState(false)
  /** The list may change while the user moves through it. */
  const [activeId, setActiveId] = useState<string>()
  const { terms, loaded, failed } = useTermOptions(typed === value?.term_name ? '' : typed.trim(), open)
  const activeIndex = open ? terms.findIndex((term) => term.id === activeId) : -1
  const active = terms[activeIndex]

  useEffect(() => {
    if (activeIndex >= 0) list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' })
  }, [activeIndex])

  useEffect(() => {
    if (autoFocus) box.current?.focus()
  }, [autoFocus])

  // The list may open below the viewport.
  const shown = open && terms.length > 0
  useEffect(() => {
    if (shown) list.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [shown])

  function choose(term: PickedTerm | null) {
    onChange(term)
    setTyped(term?.term_name ?? '')
    close()
  }

  function close() {
    setOpen(false)
    setActiveId(undefined)
  }

  function onKeyDown(event: KeyboardEvent) {
    // An input method's keys (IME); Safari reports the last one only as keyCode 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActiveId(terms[(Math.max(activeIndex, step < 0 ? 0 : -1) + step + terms.length) % terms.length]?.id)
    } else if (event.key === 'Enter' && open) {
      // Enter must not submit the form.
      event.preventDefault()
      if (active) choose(active)
    } else if (event.key === 'Escape') close()
  }

  return (
    <div className={value ? 'grid gap-2' : 'needs-react grid gap-2'}>
      <label htmlFor={id} className="strong">
        {label}
      </label>
      {name && <input type="hidden" name={name} value={value?.id ?? ''} />}
      <div className="picker">
        <input
          ref={box}
          id={id}
          role="combobox"
          aria-expanded={open && terms.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && `${id}-${active.id}`}
          className="field"
          placeholder={messages.searchTerm()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setOpen(true)
            setActiveId(undefined)
            if (target.value === '') onChange(null)
          }}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            close()
            setTyped(typed === '' ? '' : (value?.term_name ?? ''))
          }}
        />
        {value && (
          <button
            type="button"
            className="needs-react icon-button"
            aria-label={messages.noLinkedTerm()}
            onClick={() => {
              choose(null)
              box.current?.focus()
            }}
          >
            <X className="icon" aria-hidden="true" />
          </button>
        )}
        {/* Keeps the focus: a press on the list must not close it. */}
        <div
          className="select-list picker-list"
          hidden={!open}
          onPointerDown={(event) => event.preventDefault()}
        >
          <p role="status" className={shown && !failed ? 'visually-hidden' : 'picker-note'}>
            {open && statusText({ terms, loaded, failed })}
          </p>
          <div ref={list} id={`${id}-list`} role="listbox" aria-label={messages.terms()}>
            {terms.map((term, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's (APG, "Combobox")
              <div
                key={term.id}
                id={`${id}-${term.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === activeIndex}
                className="picker-item"
                onClick={() => choose(term)}
              >
                {term.term_name}
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

type Options = { terms: PickedTerm[]; loaded: boolean; failed: boolean }

function useTermOptions(search: string, enabled: boolean): Options {
  const isLocked = useJournalLocks().current !== undefined
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['term-options', search.toLowerCase(), isLocked],
    queryFn: ({ signal }) => (isLocked ? findOnDevice(search) : fetchOptions(search, signal)),
    staleTime: staleTime,
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
  })
  // Filtered again, or a fast typist would select the wrong term.
  const text = search.toLowerCase()
  const fits = ({ term_name, slug }: PickedTerm) =>
    term_name.toLowerCase().includes(text) || slug.includes(text)
  const terms = (data?.terms ?? []).filter((term) => !isPlaceholderData || fits(term))
  const loaded = data !== undefined && (!isPlaceholderData || terms.length > 0)
  return { terms, loaded, failed: isError }
}

const fetchOptions = (search: string, signal: AbortSignal) =>
  apiFetch<{ terms: PickedTerm[] }>(`/terms/options?${new URLSearchParams({ q: search })}`, { signal })

async function findOnDevice(search: string): Promise<{ terms: PickedTerm[] }> {
  const { findTerms } = await import('../locked-documents/find-terms.client.ts')
  return { terms: await findTerms(search) }
}

function statusText({ terms, loaded, failed }: Options): string {
  if (failed) return messages.termsFailed()
  if (!loaded) return messages.loading()
  return terms.length === 0 ? messages.noMatchingTerm() : messages.results({ count: terms.length })
}
