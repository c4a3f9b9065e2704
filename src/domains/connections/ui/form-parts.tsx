import { href, useBlocker } from 'react-router'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import type { DraftState } from '../drafts/ui/use-draft.ts'
import * as messages from '../messages.en.yaml'

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
    <TextProblem text={reason && messages.textStays({ reason })} />
  </>
)

/** Sign-in opens in a new tab, so the text stays. */
const SignedOut = () => (
  <p role="alert" className="form-problem">
    {messages.signedOut({
      signIn: (text) => (
        <a
          href={href('/auth-test')}
          // Safe Mode would open a link in this tab.
          onClick={(event) => {
            event.preventDefault()
            window.open(href('/auth-test'), '_blank', 'noopener')
          }}
        >
          {text}
        </a>
      ),
    })}
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
    <Dialog title={messages.unsavedTitle()} onClose={onStay}>
      <p>{messages.unsaved()}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-danger" onClick={onLeave}>
          {messages.leave()}
        </button>
        <button type="button" data-focus className="btn" onClick={onStay}>
          {messages.stay()}
        </button>
      </div>
    </Dialog>
  )
}
