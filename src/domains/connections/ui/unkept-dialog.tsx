import { Dialog } from '../../../ui/dialog/dialog.tsx'

type UnkeptDialogProps = { onStay: () => void; onLeave: () => void }

/** Asks before a page is left with words on it that could not be kept anywhere: a cut line shall not take them. */
export function UnkeptDialog({ onStay, onLeave }: UnkeptDialogProps) {
  return (
    <Dialog title="Your last words are not kept yet" onClose={onStay}>
      <p>
        What you typed last could not be kept, perhaps because the network is gone. It stands on this page and
        nowhere else. If you leave the page now, it is lost.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-danger" onClick={onLeave}>
          Leave without it
        </button>
        <button type="button" className="btn" onClick={onStay}>
          Stay here
        </button>
      </div>
    </Dialog>
  )
}
