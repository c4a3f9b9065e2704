import { useEffect } from 'react'
import { Toaster, useToast } from './toast.tsx'
import { ToastAnchor } from './toast-anchor.tsx'

const failure = {
  title: 'Not saved',
  description: 'There is no connection. What you wrote is still here; please try again in a moment.',
}

function Toasts() {
  const toast = useToast()
  useEffect(() => {
    toast.failed(failure)
  }, [toast])
  return (
    <button
      type="button"
      className="btn btn-quiet"
      onClick={() =>
        toast.done({
          title: 'Saved',
          description: 'It disappears after seven seconds.',
          undo: { label: 'Undo', run: () => {} },
        })
      }
    >
      Show a success
    </button>
  )
}

export const examples = {
  'A failure that stays': () => (
    <Toaster>
      <div style={{ minHeight: '14rem' }}>
        <Toasts />
        <ToastAnchor />
      </div>
    </Toaster>
  ),
}
