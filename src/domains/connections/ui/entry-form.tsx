import { type FormEvent, useDeferredValue, useRef, useState } from 'react'
import { Link, useBlocker } from 'react-router'
import { isBlank } from '../../../platform/visible-text.ts'
import { LocalDate } from '../../../ui/local-date/local-date.tsx'
import { ToastAnchor } from '../../../ui/toast/toast-anchor.tsx'
import { PageOwner } from '../../../ui/user-id-field/user-id-field.tsx'
import type { Draft } from '../drafts.contract.ts'
import { draftMessages } from '../drafts.rules.ts'
import { connectionMessages, contentLimit } from '../entries.rules.ts'
import { characterCount } from '../preview.rules.ts'
import { readableCount } from './readable-count.ts'
import { SignedOut } from './signed-out.tsx'
import { type PickedTerm, TermPicker } from './term-picker.tsx'
import { UnkeptDialog } from './unsaved-changes-dialog.tsx'
import { keptHere } from './unsaved-state.ts'
import { useDraft, useFailureUntilKept } from './use-draft.ts'
import type { Save } from './use-save.tsx'

type EntryFormProps = {
  /** Of the Connection, or the one that it will have. */
  id: string
  /** The version that is edited; null for a new Connection. */
  revision: number | null
  /** Whether what is offered above it stays when this is saved: it belongs to the same Connection, and is not gone on with. */
  leaves?: boolean
  /** Where the form goes without scripts. */
  action: string
  content: string
  term: PickedTerm | null
  date: string
  /** What was begun and is gone on with. */
  draft: Draft | null
  cancelTo: string
  problem?: string | undefined
  save: Save
  /** Whether it could not be saved because the session has ended. */
  signedOut: boolean
  /** Takes away the message that it could not be saved. */
  forgetFailure: () => void
}

const kept = {
  none: '',
  keeping: '',
  kept: 'Draft saved.',
  failed: draftMessages.failed,
  'signed-out': '',
  elsewhere: `${draftMessages.changed} Yours is saved as another draft.`,
  orphaned: draftMessages.orphaned,
  refused: '',
} as const

const countWords = (content: string) => {
  const count = readableCount(content)
  return count === 1 ? '1 character' : `${count.toLocaleString('en-US')} characters`
}

/** The form of a Connection, new or edited (specification points 2 and 5). What is typed is kept as a draft. */
export function EntryForm(props: EntryFormProps) {
  const { id, revision, leaves = false, action, date, cancelTo, save, signedOut, forgetFailure } = props
  const begun = props.draft ?? props
  const [content, setContent] = useState(begun.content ?? '')
  const [term, setTerm] = useState<PickedTerm | null>(begun.term)
  const [problem, setProblem] = useState(props.problem)
  const [saving, setSaving] = useState(false)
  const [failed, setFailed] = useState(false)
  const text = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft({ id, entry_revision: revision, draft: props.draft })
  useFailureUntilKept(draft.state, forgetFailure)
  // Pages change in place here, so the browser asks nobody; and Quick Hide is asked nothing (safety point 14).
  const blocker = useBlocker(draft.isAtRisk)

  function change(writing: { content: string; term: PickedTerm | null }) {
    setContent(writing.content)
    setTerm(writing.term)
    setProblem(undefined)
    draft.keep({ content: writing.content, linked_term_id: writing.term?.id ?? null })
  }

  /** Says what is wrong where it can be mended. */
  function refuse(because: string) {
    setProblem(because)
    text.current?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (saving) return
    if (isBlank(content)) return refuse(connectionMessages.required)
    if (characterCount(content) > contentLimit) return refuse(connectionMessages.tooLong)
    const writing = { content, linked_term_id: term?.id ?? null }
    setSaving(true)
    const goOn = await save({ ...writing, keeps_draft: leaves || draft.isBeside() })
    setSaving(false)
    setFailed(!goOn)
    // Before the page is left, which would keep what was typed last.
    if (goOn && draft.end(writing)) goOn()
  }

  return (
    <form
      method="post"
      action={action}
      onSubmit={submit}
      // Else browsers write what stands in a form into their own files, to restore it (safety point 12). Firefox asks the field
      // alone, which says it too.
      autoComplete="off"
      className="grid max-w-[46rem] gap-6"
    >
      <PageOwner />
      <input type="hidden" name="id" value={id} />
      {revision !== null && <input type="hidden" name="revision" value={revision} />}
      {leaves && <input type="hidden" name="keeps_draft" value="on" />}
      <div className="grid gap-1">
        <span className="strong">Date</span>
        <p>
          <LocalDate time={date} long />
        </p>
      </div>
      <TermPicker value={term} onChange={(chosen) => change({ content, term: chosen })} />
      <div className="grid gap-2">
        <label htmlFor="content" className="strong">
          What do you want to write down?
        </label>
        <textarea
          ref={text}
          id="content"
          name="content"
          rows={12}
          className="text-area"
          dir="auto"
          autoComplete="off"
          {...keptHere}
          value={content}
          onChange={(event) => change({ content: event.target.value, term })}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'content-error content-count' : 'content-count'}
        />
        {problem && (
          <p id="content-error" role="alert" className="field-error">
            {problem}
          </p>
        )}
        {(draft.state === 'signed-out' || (signedOut && draft.state !== 'kept')) && <SignedOut />}
        {draft.refusal && (
          <p role="alert" className="field-error">
            {draft.refusal} {connectionMessages.textStays}
          </p>
        )}
        <p className="needs-react flex flex-wrap justify-between gap-2 text-muted">
          <span id="content-count">{countWords(useDeferredValue(content))}</span>
          <span role="status">{kept[draft.state]}</span>
        </p>
      </div>
      {blocker.state === 'blocked' && (
        <UnkeptDialog onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />
      )}
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="btn" aria-disabled={saving}>
          {saving ? 'Saving...' : 'Save Connection'}
        </button>
        <Link to={cancelTo} className="btn btn-quiet">
          Cancel
        </Link>
      </div>
      {failed && <ToastAnchor />}
    </form>
  )
}
