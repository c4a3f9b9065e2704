import type { ReactNode } from 'react'
import type { LockPlan } from '../../move-rows/move-plan.rules.ts'
import { admit } from '../../open-lock/open.client.ts'
import * as messages from '../messages.en.yaml'
import { OtherPages } from './move-progress.tsx'
import { OpenForm } from './open-form.tsx'
import { Problem, Step } from './step.tsx'
import { UnreadableRows } from './unreadable-rows.tsx'
import type { MoveState } from './use-move.ts'

type UnfinishedMoveProps = {
  plan: LockPlan
  open: ReadonlyMap<string, unknown>
  /** How the last move of this page ended. */
  stopped: Extract<MoveState, { state: 'stopped' }> | undefined
  devices: readonly string[]
  /** Why the lock was not changed. */
  problem: ReactNode
  onContinue: () => void
  onChangeMind: () => void
  /** Instead of unlocking. */
  onRelock: () => void
  onLost: () => void
}

/** A move that was stopped or cut, here or on another device. */
export function UnfinishedMove(props: UnfinishedMoveProps) {
  const { plan, open, stopped, devices, problem, onContinue, onChangeMind, onRelock, onLost } = props
  const { kind, remaining, needed } = plan
  const closed = needed.filter(({ id }) => !open.has(id))
  const isLocking = kind === 'lock'
  const isUnlocking = kind === 'unlock'
  return (
    <Step title={messages.stoppedTitle()}>
      <Problem>{problem ?? stopped?.problem}</Problem>
      <p>
        {isLocking
          ? messages.stoppedLocking({ count: remaining })
          : messages.stoppedUnlocking({ count: remaining })}
      </p>
      {isUnlocking && (
        <>
          <p>{messages.unlockMeans()}</p>
          <p className="strong">{messages.unlockBySomeone()}</p>
        </>
      )}
      {isLocking && <OtherPages devices={devices} />}
      <UnreadableRows rows={stopped?.unreadable ?? []} />
      {closed.length > 0 ? (
        <>
          <p>{messages.openToContinue()}</p>
          <OpenForm
            // Another lock takes the place of the one that was opened.
            key={closed[0]?.id}
            locks={closed}
            withStayOpen
            onOpened={async ({ keyring, journalKey }, options) => {
              await admit(keyring, journalKey, options)
              // Someone else may have begun to unlock: nothing is decrypted for the server before its owner agrees.
              if (closed.length === 1 && !isUnlocking) onContinue()
            }}
          />
          <button type="button" className="link-button justify-self-start" onClick={onLost}>
            {messages.lostAll()}
          </button>
        </>
      ) : (
        <div className="flex flex-wrap gap-3">
          <button type="button" className="btn" onClick={onContinue}>
            {messages.continue()}
          </button>
          {isLocking && (
            <button type="button" className="btn btn-quiet" onClick={onChangeMind}>
              {messages.changeMind()}
            </button>
          )}
        </div>
      )}
      {isUnlocking && (
        <button type="button" className="btn btn-quiet justify-self-start" onClick={onRelock}>
          {messages.keepLocked()}
        </button>
      )}
    </Step>
  )
}
