import { type ComponentProps, useState } from 'react'
import { Field } from '../field/field.tsx'
import { QuickHide } from '../quick-hide/quick-hide.tsx'
import { Dialog, DialogQuickHide } from './dialog.tsx'

function Opener({ size, ...dialog }: { size: string } & Omit<ComponentProps<typeof Dialog>, 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <DialogQuickHide value={<QuickHide href="/" fallback="/" inDialog />}>
      <button type="button" className="btn btn-quiet" onClick={() => setOpen(true)}>
        Open a {size} dialog
      </button>
      {isOpen && <Dialog {...dialog} onClose={() => setOpen(false)} />}
    </DialogQuickHide>
  )
}

export const examples = {
  Narrow: () => (
    <Opener size="narrow" title="Delete this Connection?">
      <p>This cannot be undone.</p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-danger">
          Delete
        </button>
        <button type="button" className="btn btn-quiet">
          Keep it
        </button>
      </div>
    </Opener>
  ),
  'Wide, with a field': () => (
    <Opener size="wide" title="Write about a term with a name that takes two lines" wide>
      <Field name="dialog-title" label="Title" autoComplete="off" data-focus="" />
    </Opener>
  ),
  'Widest, with long text': () => (
    <Opener size="scrolling" title="Earlier versions" widest>
      <p>{'A text that is longer than the screen is high. '.repeat(80)}</p>
    </Opener>
  ),
}
