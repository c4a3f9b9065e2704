import { type FormEvent, useId, useState } from 'react'
import { useBlocker } from 'react-router'
import { v7 as uuidv7 } from 'uuid'
import { refusalIn, sentenceIn } from '../../../platform/ask-api.ts'
import { isBlank } from '../../../platform/visible-text.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useToastHere } from '../../../ui/toast/toast.tsx'
import { characterCount, connectionMessages, connectionToasts, contentLimit } from '../rules.ts'
import { UnkeptDialog } from './unkept-dialog.tsx'
import { useDraft } from './use-draft.ts'
import { useSend } from './use-save.tsx'

type QuickJournalProps = { term: { id: string; term_name: string }; onClose: () => void }

/** Writes about a term without leaving the page (specification point 5, "Quick journal dialog"). A draft is kept here too. */
export function QuickJournal({ term, onClose }: QuickJournalProps) {
  const textId = useId()
  const [id] = useState(() => uuidv7())
  const [content, setContent] = useState('')
  const [saving, setSaving] = useState(false)
  const draft = useDraft({ id, entry_revision: null, draft: null })
  const [refusal, setRefusal] = useState<string>()
  const closed = refusal ?? draft.refusal
  const send = useSend(id)
  const toast = useToastHere()
  const tooLong = characterCount(content) > contentLimit
  const [asking, setAsking] = useState(false)
  // By Back.
  const blocker = useBlocker(draft.isAtRisk)
  const close = () => (draft.isAtRisk() ? setAsking(true) : onClose())

  async function save(event?: FormEvent) {
    event?.preventDefault()
    if (saving) return
    if (isBlank(content)) return toast.failed(connectionToasts.contentRequired)
    setSaving(true)
    try {
      const writing = { content, linked_term_id: term.id }
      if (await send({ ...writing, content: content.trim(), keeps_draft: draft.isBeside() }, null))
        throw new Error('another page saved what was begun here')
      toast.done(connectionToasts.quickSaved)
      if (draft.end(writing)) onClose()
      else setSaving(false)
    } catch (thrown) {
      console.error('A Connection could not be saved', thrown)
      setRefusal(refusalIn(thrown))
      const { title, description } = connectionToasts.quickSaveFailed
      toast.failed({ title, description: sentenceIn(thrown) ?? description })
      setSaving(false)
    }
  }

  return (
    <>
      <Dialog title={`Write about ${term.term_name}`} onClose={close} wide>
        <form onSubmit={save} autoComplete="off" className="grid gap-4">
          <label htmlFor={textId} className="for-ears">
            Your Connection
          </label>
          <textarea
            id={textId}
            rows={8}
            className="text-area"
            autoComplete="off"
            value={content}
            placeholder="What comes to mind? It is for you alone."
            onChange={({ target }) => {
              if (isBlank(content)) toast.over()
              setContent(target.value)
              draft.keep({ content: target.value, linked_term_id: term.id })
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
            }}
          />
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
            <button type="button" className="btn btn-quiet" onClick={close}>
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
      </Dialog>
      {/* Not within the other: what closes this one would close that one too. */}
      {asking && <UnkeptDialog onStay={() => setAsking(false)} onLeave={onClose} />}
      {blocker.state === 'blocked' && (
        <UnkeptDialog onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />
      )}
    </>
  )
}
