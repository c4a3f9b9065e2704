import { Dialog } from '../../../ui/dialog/dialog.tsx'

type UnsavedChangesDialogProps = { onStay: () => void; onLeave: () => void }

export function UnsavedChangesDialog({ onStay, onLeave }: UnsavedChangesDialogProps) {
  return (
    <Dialog title="You have unsaved changes" onClose={onStay}>
      <p>
        Your latest changes couldn’t be saved, maybe because you’re offline. They exist only on this page. If
        you leave it now, they are lost.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-danger" onClick={onLeave}>
          Leave without it
        </button>
        <button type="button" data-focus className="btn" onClick={onStay}>
          Stay here
        </button>
      </div>
    </Dialog>
  )
}
