import { useState } from 'react'
import { href, Link, useRevalidator } from 'react-router'
import { apiFetch, userMessage } from '../../../../platform/api-client.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { useScopedToast } from '../../../../ui/toast/toast.tsx'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'
import * as messages from '../../messages.en.yaml'

type EraseVersionsProps = {
  id: string
  /** Asks in the page, without scripts. */
  confirm: boolean
  onErased: () => void
}

/** Erases the history of a Connection, and asks before. */
export function EraseVersions({ id, confirm, onErased }: EraseVersionsProps) {
  const [asking, setAsking] = useState(false)
  const history = href('/dashboard/connections/:id/history', { id })
  if (confirm) {
    return (
      <section className="card grid gap-5" aria-labelledby="erase-versions">
        <h2 id="erase-versions">{messages.eraseVersions()}</h2>
        <p>{messages.eraseVersionsQuestion()}</p>
        <form method="post" action={history} className="flex flex-wrap gap-3">
          <PageOwner />
          <Link to={history} className="btn btn-quiet">
            {messages.cancel()}
          </Link>
          <button type="submit" name="intent" value="erase" className="btn btn-danger">
            {messages.eraseVersionsConfirm()}
          </button>
        </form>
      </section>
    )
  }
  return (
    <>
      <form
        action={history}
        onSubmit={(event) => {
          event.preventDefault()
          setAsking(true)
        }}
      >
        <button type="submit" name="erase" value="ask" className="btn btn-quiet">
          {messages.eraseVersions()}
        </button>
      </form>
      {asking && <EraseDialog id={id} onClose={() => setAsking(false)} onErased={onErased} />}
    </>
  )
}

type EraseDialogProps = { id: string; onClose: () => void; onErased: () => void }

function EraseDialog({ id, onClose, onErased }: EraseDialogProps) {
  const [erasing, setErasing] = useState(false)
  const { revalidate } = useRevalidator()
  const toast = useScopedToast()

  async function erase() {
    if (erasing) return
    setErasing(true)
    try {
      await apiFetch(`/journal-entries/${id}/versions`, { method: 'DELETE' })
    } catch (thrown) {
      console.error('Earlier versions could not be erased', thrown)
      const description = userMessage(thrown) ?? messages.eraseVersionsFailed()
      toast.failed({ title: messages.errorTitle(), description })
      return setErasing(false)
    }
    onClose()
    toast.done({ title: messages.versionsErasedTitle(), description: messages.versionsErased() }, id)
    await revalidate()
    onErased()
  }

  return (
    <Dialog title={messages.eraseVersions()} onClose={onClose}>
      <p>{messages.eraseVersionsQuestion()}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" data-focus className="btn btn-quiet" onClick={onClose}>
          {messages.cancel()}
        </button>
        <button type="button" className="btn btn-danger" aria-disabled={erasing} onClick={erase}>
          {erasing ? messages.erasing() : messages.eraseVersionsConfirm()}
        </button>
      </div>
    </Dialog>
  )
}
