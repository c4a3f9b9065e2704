import { href, useBlocker } from 'react-router'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { connectionMessages } from '../entries.rules.ts'
import type { DraftState } from './use-draft.ts'

/** Otherwise Chrome and Edge send text to Google or Microsoft (HTML, "spellcheck", "writingsuggestions"). */
export const privateTextProps = { spellCheck: false, writingsuggestions: 'false' } as const

export const TextProblem = ({ id, text }: { id?: string; text: string | false | undefined }) =>
  text && (
    <p id={id} role="alert" className="field-error">
      {text}
    </p>
  )

type NotSavedProps = { state: DraftState; signedOut: boolean; reason: string | undefined }

/** Why the server rejects the text. */
export const NotSaved = ({ state, signedOut, reason }: NotSavedProps) => (
  <>
    {(state === 'signed-out' || (signedOut && state !== 'saved')) && <SignedOut />}
    <TextProblem text={reason && `${reason} ${connectionMessages.textStays}`} />
  </>
)

/** Sign-in opens in a new tab, so the text stays. */
const SignedOut = () => (
  <p role="alert" className="form-problem">
    You’re signed out, so this can’t be saved yet. Your text is still on this page.{' '}
    <a
      href={href('/auth-test')}
      // Safe Mode would open a link in this tab.
      onClick={(event) => {
        event.preventDefault()
        window.open(href('/auth-test'), '_blank', 'noopener')
      }}
    >
      Sign in in a new tab
    </a>
    , then come back and save.
  </p>
)

/** Client-side navigation only: `beforeunload` would delay Quick Hide (safety point 14). */
export function LeaveBlocker({ isAtRisk }: { isAtRisk: () => boolean }) {
  const blocker = useBlocker(isAtRisk)
  if (blocker.state !== 'blocked') return null
  return <UnsavedChangesDialog onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />
}

export function UnsavedChangesDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
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
