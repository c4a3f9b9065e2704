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
            className="btn btn-quiet"
            aria-disabled={isSending}
            onClick={() => isSending || onSetAside()}
          >
            {messages.setAside()}
          </button>
          <button type="button" className="btn btn-quiet" onClick={onCancel}>
            {messages.back()}
          </button>
        </>
      }
    >
      <p className="strong">{messages.lostNothingDeleted()}</p>
      <p>{messages.lostLook()}</p>
      <button type="button" className="btn justify-self-start" onClick={onForgotPhrase}>
        {messages.forgotPhrase()}
      </button>
      <h3>{messages.lostAllTitle()}</h3>
      <div className="grid gap-3">
        <p>{messages.lostNobody()}</p>
        <p>{messages.lostPassword()}</p>
        <p>{messages.lostSorry()}</p>
        <p>{messages.lostStartAgain()}</p>
      </div>
      <Problem>{problem}</Problem>
    </Step>
  )
}
