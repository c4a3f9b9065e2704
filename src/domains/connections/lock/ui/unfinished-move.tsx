import * as messages from '../messages.en.yaml'
import type { LockPlan } from '../move-plan.rules.ts'
import { admit } from '../open.client.ts'
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
  onContinue: () => void
  onChangeMind: () => void
  onLost: () => void
}

/** A move that was stopped or cut, here or on another device. */
export function UnfinishedMove(props: UnfinishedMoveProps) {
  const { plan, open, stopped, devices, onContinue, onChangeMind, onLost } = props
  const { kind, remaining, needed } = plan
  const closed = needed.filter(({ id }) => !open.has(id))
  const isLocking = kind === 'lock'
  return (
    <Step title={messages.stoppedTitle()}>
      {stopped?.problem && <Problem>{stopped.problem}</Problem>}
      <p>
        {isLocking
          ? messages.stoppedLocking({ count: remaining })
          : messages.stoppedUnlocking({ count: remaining })}
      </p>
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
              if (closed.length === 1) onContinue()
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
    </Step>
  )
}
