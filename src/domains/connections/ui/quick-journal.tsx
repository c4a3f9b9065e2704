import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { v7 as uuidv7 } from 'uuid'
import { apiFetch, forbiddenMessage, isSignedOut, userMessage } from '../../../platform/api-client.ts'
import { isBlank } from '../../../platform/visible-text.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useScopedToast, useToast } from '../../../ui/toast/toast.tsx'
import type { Draft } from '../drafts.contract.ts'
import { connectionMessages, contentLimit } from '../entries.rules.ts'
import { characterCount } from '../preview.rules.ts'
import { SignedOut } from './signed-out.tsx'
import { connectionToasts } from './toast-messages.ts'
import { UnkeptDialog } from './unsaved-changes-dialog.tsx'
import { keptHere } from './unsaved-state.ts'
import { useDraft, useFailureUntilKept } from './use-draft.ts'
import { useSend } from './use-save.tsx'

type QuickJournalProps = { term: { id: string; term_name: string }; onClose: () => void }

/** What the dialog asks its form before it closes. */
type Leaving = { isAtRisk: () => boolean; isDraft: () => boolean; flush: () => Promise<boolean> }

/** How long closing waits for a draft to be saved before it asks (milliseconds). */
const patience = 3_000

/**
 * Writes about a term without leaving the page (specification point 5, "Quick journal dialog"). What was begun about this term and not
 * saved is there again.
 */
export function QuickJournal({ term, onClose }: QuickJournalProps) {
  const [place, setPlace] = useState<{ id: string; draft: Draft | null }>(() => ({
    id: uuidv7(),
    draft: null,
  }))
  const leaving = useRef<Leaving>({ isAtRisk: () => false, isDraft: () => false, flush: async () => true })
  const closing = useRef(false)
  const [asking, setAsking] = useState(false)
  // By Back.
  const blocker = useBlocker(() => leaving.current.isAtRisk())
  const toast = useToast()
  useEffect(() => {
    const over = new AbortController()
    apiFetch<{ drafts: Draft[] }>('/journal-drafts', { signal: over.signal }).then(
      ({ drafts }) => {
        const draft = drafts.find(
          (one) => one.entry_revision === null && one.linked_term_id === term.id && one.content !== null,
        )
        // Someone on a slow line types before it comes.
        if (draft && !leaving.current.isDraft()) setPlace({ id: draft.id, draft })
      },
      // The draft is listed with the Connections too.
      () => {},
    )
    return () => over.abort()
  }, [term.id])

  async function close() {
    if (closing.current) return
    if (!leaving.current.isDraft()) return onClose()
    closing.current = true
    const late = new Promise<false>((resolve) => setTimeout(resolve, patience, false))
    const isSaved = await Promise.race([leaving.current.flush(), late])
    closing.current = false
    if (!isSaved) return setAsking(true)
    toast.done(connectionToasts.draftKept, place.id)
    onClose()
  }

  return (
    <>
      <Dialog title={`Write about ${term.term_name}`} onClose={close} wide>
        <QuickForm
          key={place.id}
          {...place}
          term={term}
          leaving={leaving}
          onCancel={close}
          onSaved={onClose}
        />
      </Dialog>
      {/* Not within the other: what closes this one would close that one too. */}
      {asking && <UnkeptDialog onStay={() => setAsking(false)} onLeave={onClose} />}
      {blocker.state === 'blocked' && (
        <UnkeptDialog onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />
      )}
    </>
  )
}

type QuickFormProps = {
  id: string
  draft: Draft | null
  term: { id: string }
  leaving: RefObject<Leaving>
  onCancel: () => void
  onSaved: () => void
}

function QuickForm({ id, term, leaving, onCancel, onSaved, ...begun }: QuickFormProps) {
  const textId = useId()
  const text = useRef<HTMLTextAreaElement>(null)
  const [content, setContent] = useState(begun.draft?.content ?? '')
  const [saving, setSaving] = useState(false)
  const draft = useDraft({ id, entry_revision: null, draft: begun.draft })
  const [refusal, setRefusal] = useState<string>()
  const [signedOut, setSignedOut] = useState(false)
  const closed = refusal ?? draft.refusal
  const send = useSend(id)
  const toast = useScopedToast()
  const tooLong = characterCount(content) > contentLimit
  const isDraft = !isBlank(content)
  useEffect(() => {
    leaving.current = { isAtRisk: draft.isAtRisk, isDraft: () => isDraft, flush: draft.flush }
  })
  useFailureUntilKept(draft.state, toast.dismissFailure)
  // A draft that has come takes the place of the empty text.
  useEffect(() => text.current?.focus(), [])

  async function save(event?: FormEvent) {
    event?.preventDefault()
    if (saving) return
    if (isBlank(content)) return toast.failed(connectionToasts.contentRequired)
    setSaving(true)
    setSignedOut(false)
    try {
      const writing = { content, linked_term_id: term.id }
      if (await send({ ...writing, content: content.trim(), keeps_draft: draft.isBeside() }, null))
        throw new Error('another page saved what was begun here')
      toast.done(connectionToasts.quickSaved, id)
      if (draft.end(writing)) onSaved()
      else setSaving(false)
    } catch (thrown) {
      console.error('A Connection could not be saved', thrown)
      setRefusal(forbiddenMessage(thrown))
      setSignedOut(isSignedOut(thrown))
      const { title, description } = connectionToasts.quickSaveFailed
      toast.failed({ title, description: userMessage(thrown) ?? description })
      setSaving(false)
    }
  }

  return (
    <form onSubmit={save} autoComplete="off" className="grid gap-4">
      <label htmlFor={textId} className="visually-hidden">
        Your Connection
      </label>
      <textarea
        ref={text}
        id={textId}
        data-focus
        rows={8}
        className="text-area"
        dir="auto"
        autoComplete="off"
        {...keptHere}
        value={content}
        placeholder="What comes to mind? It is for you alone."
        onChange={({ target }) => {
          if (isBlank(content)) toast.dismissFailure()
          setContent(target.value)
          draft.keep({ content: target.value, linked_term_id: term.id })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
        }}
      />
      {(draft.state === 'signed-out' || (signedOut && draft.state !== 'kept')) && <SignedOut />}
      {closed && (
        <p role="alert" className="field-error">
          {closed} {connectionMessages.textStays}
        </p>
      )}
      {tooLong && (
        <p role="alert" className="field-error">
          {connectionMessages.tooLong}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={onCancel}>
          Cancel
        </button>
        <button
          type="submit"
          className="btn"
          disabled={tooLong || isBlank(content)}
          aria-disabled={saving || undefined}
        >
          {saving ? 'Saving...' : 'Save'}
        </button>
      </div>
    </form>
  )
}
