import type { ReactNode } from 'react'
import * as messages from '../messages.en.yaml'
import { Problem, Step } from './step.tsx'

type LostAllProps = {
  isSending: boolean
  problem?: ReactNode
  onForgotPhrase: () => void
  onSetAside: () => void
  onCancel: () => void
}

/** For those who have no phrase, passkey or kit. Nothing here can be undone by mistake: setting aside deletes nothing. */
export function LostAll({ isSending, problem, onForgotPhrase, onSetAside, onCancel }: LostAllProps) {
  return (
    <Step
      title={messages.lostTitle()}
      actions={
        <>
          <button
            type="button"
            className="btn"
            aria-disabled={isSending}
            onClick={() => isSending || onSetAside()}
          >
            {messages.setAside()}
          </button>
          <button type="button" className="btn btn-quiet" onClick={onForgotPhrase}>
            {messages.forgotPhrase()}
          </button>
          <button type="button" className="btn btn-quiet" onClick={onCancel}>
            {messages.back()}
          </button>
        </>
      }
    >
      <p>{messages.lostSorry()}</p>
      <p>{messages.lostNobody()}</p>
      <p>{messages.lostPassword()}</p>
      <p className="strong">{messages.lostNothingDeleted()}</p>
      <p>{messages.lostLook()}</p>
      <p>{messages.lostStartAgain()}</p>
      <Problem>{problem}</Problem>
    </Step>
  )
}
