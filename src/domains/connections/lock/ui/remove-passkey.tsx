import type { ReactNode } from 'react'
import type { Slot } from '../lock.contract.ts'
import * as messages from '../messages.en.yaml'
import { Problem, Step } from './step.tsx'

type RemovePasskeyProps = {
  progress: string
  slot: Slot | undefined
  isSending: boolean
  problem: ReactNode
  onSure: () => void
  onCancel: () => void
}

export function RemovePasskey({ progress, slot, isSending, problem, onSure, onCancel }: RemovePasskeyProps) {
  const label = slot?.kind === 'passkey' ? slot.label : ''
  return (
    <Step
      title={messages.removeTitle({ label })}
      progress={progress}
      actions={
        <>
          <button
            type="button"
            className="btn btn-danger"
            aria-disabled={isSending}
            onClick={() => isSending || onSure()}
          >
            {messages.removePasskey()}
          </button>
          <button type="button" className="btn btn-quiet" onClick={onCancel}>
            {messages.cancel()}
          </button>
        </>
      }
    >
      <p>{messages.removeLede()}</p>
      <Problem>{problem}</Problem>
    </Step>
  )
}
