import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem, apiFetch } from '../../../platform/api-client.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useScopedToast } from '../../../ui/toast/toast.tsx'
import * as messages from '../messages.en.yaml'

type DeleteDialogProps = { id: string; onClose: () => void; onDeleted: () => void }

export function DeleteDialog({ id, onClose, onDeleted }: DeleteDialogProps) {
  const [deleting, setDeleting] = useState(false)
  const queries = useQueryClient()
  const toast = useScopedToast()

  async function deleteEntry() {
    if (deleting) return
    setDeleting(true)
    try {
      await apiFetch(`/journal-entries/${id}`, { method: 'DELETE' })
    } catch (thrown) {
      // 404: another tab has deleted it already.
      if (!(thrown instanceof ApiProblem && thrown.status === 404)) {
        console.error('A Connection could not be deleted', thrown)
        toast.failed({ title: messages.errorTitle(), description: messages.deleteFailed() })
        return setDeleting(false)
      }
    }
    queries.removeQueries({ queryKey: ['journal-entries'] })
    onDeleted()
    toast.done({ title: messages.deletedTitle(), description: messages.deleted() }, id)
  }

  return (
    <Dialog title={messages.deleteTitle()} onClose={onClose}>
      <p>{messages.deleteQuestion()}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" data-focus className="btn btn-quiet" onClick={onClose}>
          {messages.cancel()}
        </button>
        <button type="button" className="btn btn-danger" aria-disabled={deleting} onClick={deleteEntry}>
          {deleting ? messages.deleting() : messages.delete()}
        </button>
      </div>
    </Dialog>
  )
}
