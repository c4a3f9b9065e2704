import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { forbiddenMessage, isSignedOut, userMessage } from '../../../platform/api-client.ts'
import { isBlank } from '../../../platform/visible-text.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useScopedToast, useToast } from '../../../ui/toast/toast.tsx'
import { type EntryDocument, emptyDocument } from '../document/document.rules.ts'
import type { Draft } from '../drafts/drafts.contract.ts'
import { useClearErrorOnSave, useDraft } from '../drafts/ui/use-draft.ts'
import { fetchDrafts } from '../drafts/ui/use-drafts.ts'
import { contentLimit, tooLongMessage } from '../entries.rules.ts'
import { JournalGate } from '../lock/ui/journal-gate.tsx'
import { useJournalLocks } from '../lock/ui/journal-locks.ts'
import { newEntryId } from '../locked-documents/entry-id.rules.ts'
import * as messages from '../messages.en.yaml'
import { characterCount } from '../preview.rules.ts'
import { LeaveBlocker, NotSaved, privateTextProps, TextProblem, UnsavedChangesDialog } from './form-parts.tsx'
import { useSendEntry } from './use-save.tsx'

type QuickJournalProps = { term: { id: string; term_name: string }; onClose: () => void }

type FormHandle = { isAtRisk: () => boolean; isDraft: () => boolean; flush: () => Promise<boolean> }

const untouched: FormHandle = { isAtRisk: () => false, isDraft: () => false, flush: async () => true }

/** How long closing waits for the draft. */
const flushTimeoutMs = 3_000

/** Specification point 5. Restores the unsaved draft about the term. */
export function QuickJournal({ term, onClose }: QuickJournalProps) {
  const { current, isOpen } = useJournalLocks()
  const [target, setTarget] = useState(() => ({ id: newEntryId(current), draft: null as Draft | null }))
  const formHandle = useRef<FormHandle>(untouched)
  const closing = useRef(false)
  const [confirmingClose, setConfirmingClose] = useState(false)
  const toast = useToast()
  useEffect(() => {
    if (!isOpen) return
    const controller = new AbortController()
    fetchDrafts(controller.signal).then(
      (drafts) => {
        const draft = drafts.find(
          (one) => one.entry_revision === null && one.linked_term_id === term.id && one.content !== null,
        )
        // The user may have typed already.
        if (draft && !formHandle.current.isDraft()) setTarget({ id: draft.id, draft })
      },
      // The Connections page lists the draft too.
      () => {},
    )
    return () => controller.abort()
  }, [term.id, isOpen])

  async function close() {
    if (closing.current) return
    if (!formHandle.current.isDraft()) return onClose()
    closing.current = true
    const timeout = new Promise<false>((resolve) => setTimeout(resolve, flushTimeoutMs, false))
    const isSaved = await Promise.race([formHandle.current.flush(), timeout])
    closing.current = false
    if (!isSaved) return setConfirmingClose(true)
    toast.done(
      { title: messages.draftSavedTitle(), description: messages.draftSavedDescription() },
      target.id,
    )
    onClose()
  }

  return (
    <>
      <Dialog title={messages.writeAbout({ term: term.term_name })} onClose={close} wide>
        <JournalGate data={target} inDialog>
          {({ id, draft }) => (
            <QuickForm key={id} {...{ id, draft, term, formHandle }} onCancel={close} onSaved={onClose} />
          )}
        </JournalGate>
      </Dialog>
      {/* Nested, closing it would close the dialog too. */}
      {confirmingClose && <UnsavedChangesDialog onStay={() => setConfirmingClose(false)} onLeave={onClose} />}
      {/* For the Back button. */}
      <LeaveBlocker isAtRisk={() => formHandle.current.isAtRisk()} />
    </>
  )
}

type QuickFormProps = {
  id: string
  draft: Draft | null
  term: { id: string }
  formHandle: RefObject<FormHandle>
  onCancel: () => void
  onSaved: () => void
}

function QuickForm({ id, term, formHandle, onCancel, onSaved, draft: initialDraft }: QuickFormProps) {
  const textId = useId()
  const text = useRef<HTMLTextAreaElement>(null)
  const [content, setContent] = useState(initialDraft?.content ?? '')
  const [saving, setSaving] = useState(false)
  const draft = useDraft({ id, entry_revision: null, draft: initialDraft })
  const [forbiddenReason, setForbiddenReason] = useState<string>()
  const [signedOut, setSignedOut] = useState(false)
  const send = useSendEntry(id)
  const toast = useScopedToast()
  // A draft may hold what this form does not show.
  const [base] = useState(() => documentOf(initialDraft, term.id))
  const tooLong = characterCount(content) > contentLimit
  const isDraft = !isBlank(content)
  useEffect(() => {
    formHandle.current = { isAtRisk: draft.isAtRisk, isDraft: () => isDraft, flush: draft.flush }
  })
  useClearErrorOnSave(draft.state, toast.dismissFailure)
  // A loaded draft remounts this form.
  useEffect(() => text.current?.focus(), [])

  async function save(event?: FormEvent) {
    event?.preventDefault()
    if (saving) return
    if (isBlank(content))
      return toast.failed({ title: messages.contentRequiredTitle(), description: messages.writeFirst() })
    setSaving(true)
    setSignedOut(false)
    try {
      const payload = { ...base, content }
      if (await send({ ...payload, content: content.trim(), keeps_draft: draft.isForked() }, null))
        throw new Error('another page saved this draft')
      toast.done({ title: messages.savedTitle(), description: messages.saved() }, id)
      if (draft.end(payload)) onSaved()
      else setSaving(false)
    } catch (thrown) {
      console.error('A Connection could not be saved', thrown)
      setForbiddenReason(forbiddenMessage(thrown))
      setSignedOut(isSignedOut(thrown))
      toast.failed({
        title: messages.saveFailedTitle(),
        description: userMessage(thrown) ?? messages.saveFailed(),
      })
      setSaving(false)
    }
  }

  return (
    <form onSubmit={save} autoComplete="off" className="grid gap-4">
      <label htmlFor={textId} className="visually-hidden">
        {messages.yourConnection()}
      </label>
      <textarea
        ref={text}
        id={textId}
        data-focus
        rows={8}
        className="text-area"
        dir="auto"
        autoComplete="off"
        {...privateTextProps}
        value={content}
        placeholder={messages.contentHint()}
        onChange={({ target }) => {
          if (isBlank(content)) toast.dismissFailure()
          setContent(target.value)
          draft.save({ ...base, content: target.value })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
        }}
      />
      <NotSaved state={draft.state} signedOut={signedOut} reason={forbiddenReason ?? draft.forbiddenReason} />
      <TextProblem text={tooLong && tooLongMessage()} />
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={onCancel}>
          {messages.cancel()}
        </button>
        <button
          type="submit"
          className="btn"
          disabled={tooLong || isBlank(content)}
          aria-disabled={saving || undefined}
        >
          {saving ? messages.saving() : messages.saveShort()}
        </button>
      </div>
    </form>
  )
}

function documentOf(draft: Draft | null, term_id: string): EntryDocument {
  if (!draft) return { ...emptyDocument, linked_term_ids: [term_id] }
  const { linked_term_ids, happened, tags, record } = draft
  return { content: draft.content ?? '', linked_term_ids, happened, tags, record }
}
