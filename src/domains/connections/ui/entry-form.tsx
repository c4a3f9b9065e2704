import { type FormEvent, useDeferredValue, useRef, useState } from 'react'
import { Link } from 'react-router'
import { isBlank } from '../../../platform/visible-text.ts'
import { LocalDate } from '../../../ui/local-date/local-date.tsx'
import { ToastAnchor } from '../../../ui/toast/toast-anchor.tsx'
import { PageOwner } from '../../../ui/user-id-field/user-id-field.tsx'
import type { Draft } from '../drafts.contract.ts'
import { contentLimit, tooLongMessage } from '../entries.rules.ts'
import * as messages from '../messages.en.yaml'
import { characterCount, readableCount } from '../preview.rules.ts'
import { LeaveBlocker, NotSaved, privateTextProps, TextProblem } from './form-parts.tsx'
import { type PickedTerm, TermPicker } from './term-picker.tsx'
import { type DraftState, useClearErrorOnSave, useDraft } from './use-draft.ts'
import type { Save } from './use-save.tsx'

type EntryFormProps = {
  id: string
  /** Null for a new Connection. */
  revision: number | null
  /** The Connection's draft is offered, but not continued. */
  keepsOtherDraft?: boolean
  /** Where the form is sent without JavaScript. */
  action: string
  content: string
  term: PickedTerm | null
  date: string
  draft: Draft | null
  cancelTo: string
  problem?: string | undefined
  save: Save
  signedOut: boolean
  clearError: () => void
}

const statusMessages: Partial<Record<DraftState, () => string>> = {
  saved: messages.draftSaved,
  failed: messages.draftFailed,
  elsewhere: messages.draftForked,
  orphaned: messages.draftOrphaned,
}

const countLabel = (content: string) => messages.characters({ count: readableCount(content) })

/** Specification points 2 and 5. */
export function EntryForm(props: EntryFormProps) {
  const { id, revision, keepsOtherDraft = false, action, date, cancelTo, save, signedOut, clearError } = props
  const initial = props.draft ?? props
  const [content, setContent] = useState(initial.content ?? '')
  const [term, setTerm] = useState<PickedTerm | null>(initial.term)
  const [problem, setProblem] = useState(props.problem)
  const [saving, setSaving] = useState(false)
  const [failed, setFailed] = useState(false)
  const text = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft({ id, entry_revision: revision, draft: props.draft })
  useClearErrorOnSave(draft.state, clearError)

  function change(payload: { content: string; term: PickedTerm | null }) {
    setContent(payload.content)
    setTerm(payload.term)
    setProblem(undefined)
    draft.save({ content: payload.content, linked_term_id: payload.term?.id ?? null })
  }

  function showProblem(reason: string) {
    setProblem(reason)
    text.current?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (saving) return
    if (isBlank(content)) return showProblem(messages.contentRequired())
    if (characterCount(content) > contentLimit) return showProblem(tooLongMessage())
    const payload = { content, linked_term_id: term?.id ?? null }
    setSaving(true)
    const onSaved = await save({ ...payload, keeps_draft: keepsOtherDraft || draft.isForked() })
    setSaving(false)
    setFailed(!onSaved)
    // Before navigating: unmounting would autosave again.
    if (onSaved && draft.end(payload)) onSaved()
  }

  return (
    <form
      method="post"
      action={action}
      onSubmit={submit}
      // Browsers store form text on disk (safety point 12); Firefox checks only the field.
      autoComplete="off"
      className="grid max-w-[46rem] gap-6"
    >
      <PageOwner />
      <input type="hidden" name="id" value={id} />
      {revision !== null && <input type="hidden" name="revision" value={revision} />}
      {keepsOtherDraft && <input type="hidden" name="keeps_draft" value="on" />}
      <div className="grid gap-1">
        <span className="strong">{messages.date()}</span>
        <p>
          <LocalDate time={date} long />
        </p>
      </div>
      <TermPicker value={term} onChange={(chosen) => change({ content, term: chosen })} />
      <div className="grid gap-2">
        <label htmlFor="content" className="strong">
          {messages.content()}
        </label>
        <textarea
          ref={text}
          id="content"
          name="content"
          rows={12}
          className="text-area"
          dir="auto"
          autoComplete="off"
          {...privateTextProps}
          value={content}
          onChange={(event) => change({ content: event.target.value, term })}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'content-error content-count' : 'content-count'}
        />
        <TextProblem id="content-error" text={problem} />
        <NotSaved state={draft.state} signedOut={signedOut} reason={draft.forbiddenReason} />
        <p className="needs-react flex flex-wrap justify-between gap-2 text-muted">
          <span id="content-count">{countLabel(useDeferredValue(content))}</span>
          <span role="status">{statusMessages[draft.state]?.()}</span>
        </p>
      </div>
      <LeaveBlocker isAtRisk={draft.isAtRisk} />
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="btn" aria-disabled={saving}>
          {saving ? messages.saving() : messages.save()}
        </button>
        <Link to={cancelTo} className="btn btn-quiet">
          {messages.cancel()}
        </Link>
      </div>
      {failed && <ToastAnchor />}
    </form>
  )
}
