import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem, apiFetch } from '../../../../platform/api-client.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { useScopedToast } from '../../../../ui/toast/toast.tsx'
import * as messages from '../../messages.en.yaml'

type DeleteDialogProps = { id: string; onClose: () => void; onDeleted: () => void; onRestored: () => void }

/** Another tab may have deleted it already. */
async function ignoreGone(request: Promise<unknown>) {
  await request.catch((thrown) => {
    if (!(thrown instanceof ApiProblem && thrown.status === 404)) throw thrown
  })
}

export function DeleteDialog({ id, onClose, onDeleted, onRestored }: DeleteDialogProps) {
  const [deleting, setDeleting] = useState(false)
  const queries = useQueryClient()
  const toast = useScopedToast()

  async function deleteEntry(forGood: boolean) {
    if (deleting) return
    setDeleting(true)
    try {
      await ignoreGone(apiFetch(`/journal-entries/${id}`, { method: 'DELETE' }))
      if (forGood) await ignoreGone(apiFetch(`/trash/${id}`, { method: 'DELETE' }))
    } catch (thrown) {
      console.error('A Connection could not be deleted', thrown)
      toast.failed({ title: messages.errorTitle(), description: messages.deleteFailed() })
      return setDeleting(false)
    }
    queries.removeQueries({ queryKey: ['journal-entries'] })
    onDeleted()
    const undo = { label: messages.undo(), run: () => restore(id) }
    toast.done(
      { title: messages.deletedTitle(), description: messages.deleted(), ...(!forGood && { undo }) },
      id,
    )
  }

  async function restore(id: string) {
    try {
      await apiFetch(`/trash/${id}/restore`, { method: 'POST' })
      // The list may be open.
      await queries.invalidateQueries({ queryKey: ['journal-entries'] })
      onRestored()
    } catch (thrown) {
      console.error('A Connection could not be restored', thrown)
      toast.failed({ title: messages.errorTitle(), description: messages.restoreFailed() })
    }
  }

  return (
    <Dialog title={messages.deleteTitle()} onClose={onClose}>
      <p>{messages.deleteQuestion()}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" data-focus className="btn btn-quiet" onClick={onClose}>
          {messages.cancel()}
        </button>
        <button
          type="button"
          className="btn btn-quiet"
          aria-disabled={deleting}
          onClick={() => deleteEntry(true)}
        >
          {messages.deleteForGood()}
        </button>
        <button
          type="button"
          className="btn btn-danger"
          aria-disabled={deleting}
          onClick={() => deleteEntry(false)}
        >
          {deleting ? messages.deleting() : messages.delete()}
        </button>
      </div>
    </Dialog>
  )
}
