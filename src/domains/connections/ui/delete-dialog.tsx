import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem, apiFetch } from '../../../platform/api-client.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useScopedToast } from '../../../ui/toast/toast.tsx'
import { connectionToasts, deleteDialogText } from './toast-messages.ts'

type EraseDialogProps = { id: string; onClose: () => void; onErased: () => void }

/** Asks before a Connection goes, in the style of 'Remove from Favorites'. */
export function EraseDialog({ id, onClose, onErased }: EraseDialogProps) {
  const [erasing, setErasing] = useState(false)
  const queries = useQueryClient()
  const toast = useScopedToast()

  async function erase() {
    if (erasing) return
    setErasing(true)
    try {
      await apiFetch(`/journal-entries/${id}`, { method: 'DELETE' })
    } catch (thrown) {
      // What another tab has deleted is gone, as was wanted.
      if (!(thrown instanceof ApiProblem && thrown.status === 404)) {
        console.error('A Connection could not be deleted', thrown)
        toast.failed(connectionToasts.eraseFailed)
        return setErasing(false)
      }
    }
    // Nothing of it stands in the list any more, which comes with its page.
    queries.removeQueries({ queryKey: ['journal-entries'] })
    onErased()
    toast.done(connectionToasts.erased, id)
  }

  return (
    <Dialog title={deleteDialogText.title} onClose={onClose}>
      <p>{deleteDialogText.question}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" data-focus className="btn btn-quiet" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="btn btn-danger" aria-disabled={erasing} onClick={erase}>
          {erasing ? 'Deleting...' : 'Delete'}
        </button>
      </div>
    </Dialog>
  )
}
