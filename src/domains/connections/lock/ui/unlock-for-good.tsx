import type { ReactNode } from 'react'
import type { JournalLock } from '../lock.contract.ts'
import * as messages from '../messages.en.yaml'
import { CancelButton } from './lock-flow.tsx'
import { type Opened, OpenForm } from './open-form.tsx'
import { Problem, Step } from './step.tsx'

type UnlockForGoodProps = {
  lock: JournalLock
  isOpen: boolean
  isSending: boolean
  problem?: ReactNode
  onOpened: (opened: Opened, options: { throughReloads: boolean }) => unknown
  onUnlock: () => void
  onCancel: () => void
}

/** The same way back: everything is decrypted on the device. */
export function UnlockForGood(props: UnlockForGoodProps) {
  const { lock, isOpen, isSending, problem, onOpened, onUnlock, onCancel } = props
  return (
    <Step title={messages.unlockTitle()}>
      <div className="grid gap-3">
        <p>{messages.unlockLede()}</p>
        <p>{messages.unlockMeans()}</p>
        <p>{messages.unlockHow()}</p>
      </div>
      {!isOpen && (
        <>
          <p>{messages.openToContinue()}</p>
          <OpenForm locks={[lock]} onOpened={onOpened} />
        </>
      )}
      <Problem>{problem}</Problem>
      <div className="flex flex-wrap gap-3">
        {isOpen && (
          <button
            type="button"
            className="btn"
            aria-disabled={isSending}
            onClick={() => isSending || onUnlock()}
          >
            {messages.unlockNow()}
          </button>
        )}
        <CancelButton onCancel={onCancel} />
      </div>
    </Step>
  )
}
