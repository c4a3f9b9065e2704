import type { ReactNode } from 'react'
import { href, Link, useLocation } from 'react-router'
import { admit } from '../../open-lock/open.client.ts'
import { JournalUnavailable } from '../../ui/journal-unavailable.tsx'
import * as messages from '../messages.en.yaml'
import { LockFlowSteps } from './lock-flow.tsx'
import { LostAll } from './lost-all.tsx'
import { ManageLock } from './manage-lock.tsx'
import { DoneNote, MovingRows } from './move-progress.tsx'
import type { Opened } from './open-form.tsx'
import { LockTradeOff, ServerSees } from './server-sees.tsx'
import { SetAsideLocks } from './set-aside-locks.tsx'
import { UnfinishedMove } from './unfinished-move.tsx'
import { UnlockForGood } from './unlock-for-good.tsx'
import { moveNotes, useLockPage } from './use-lock-page.ts'

type LockPageProps = {
  user_id: string
  /** Email address and names, which are no phrase. */
  ownWords: readonly string[]
  /** Names of this person's other devices, empty where there is none. */
  devices: readonly string[]
  /** Whether the person confirmed lately who it is. */
  isProven: boolean
  /** Why this person cannot write. */
  accessError: string | undefined
}

/** Sets up, manages and ends the lock of a journal. */
export function LockPage({ user_id, ownWords, devices, isProven, accessError }: LockPageProps) {
  const { search } = useLocation()
  const page = useLockPage({ user_id, isProven, go: new URLSearchParams(search).get('go') })
  const { plan, open, isReady, move, lockFlow, view, action, first } = page
  if (page.isError) return <LoadFailed onRetry={page.refetch} />
  if (!plan || !isReady) return <p role="status">{messages.loading()}</p>
  const { current, jobs, needed, setAside } = plan
  const { flow } = lockFlow
  if (move.state.state === 'running')
    return <MovingRows move={move.state} devices={devices} onStop={move.stop} />
  if (flow)
    return <LockFlowSteps lockFlow={{ ...lockFlow, flow }} lock={current} ownWords={ownWords} first={first} />
  const lost = current ?? needed[0]
  if (view === 'lost' && lost)
    return (
      <LostAll
        {...action}
        onForgotPhrase={() => page.begin('forgot')}
        onSetAside={() => page.setAside(lost)}
        onCancel={page.cancel}
      />
    )
  const openLock = ({ keyring, journalKey }: Opened, options: { throughReloads: boolean }) =>
    admit(keyring, journalKey, options)
  if (view === 'unlock' && current)
    return (
      <UnlockForGood
        {...action}
        lock={current}
        isOpen={open.has(current.id)}
        onOpened={openLock}
        onUnlock={() => page.unlock(current)}
        onCancel={page.cancel}
      />
    )
  const note = page.note ?? (move.state.state === 'done' ? moveNotes[move.state.kind]() : undefined)
  return (
    <div className="grid gap-6">
      {note && (
        <DoneNote key={note.title} title={note.title}>
          {note.text}
        </DoneNote>
      )}
      {jobs.length > 0 ? (
        <UnfinishedMove
          plan={plan}
          open={open}
          stopped={move.state.state === 'stopped' ? move.state : undefined}
          devices={devices}
          problem={action.problem}
          onContinue={page.continueMove}
          onChangeMind={() => current && page.unlock(current)}
          onRelock={() => needed[0] && page.relock(needed[0])}
          onLost={() => page.begin('lost')}
        />
      ) : current ? (
        <ManageLock
          lock={current}
          plain={plan.plain}
          isOpen={open.has(current.id)}
          onOpened={openLock}
          onClose={page.close}
          onChange={(goal, slot_id) => (goal === 'remove' ? page.remove(slot_id ?? '') : page.begin(goal))}
          onForgotPhrase={() => page.begin('forgot')}
          onUnlock={() => page.begin('unlock')}
          onLost={() => page.begin('lost')}
        />
      ) : (
        <>
          {/* Who cannot write can still keep safe what is there. */}
          {accessError && <JournalUnavailable reason={accessError} />}
          <Introduction onBegin={() => page.begin('set-up')} />
        </>
      )}
      {setAside.length > 0 && (
        <SetAsideLocks
          locks={setAside}
          problem={view === 'back' ? action.problem : undefined}
          isOpening={view === 'back'}
          onBegin={() => page.begin('back')}
          onBringBack={page.bringBack}
        />
      )}
      <ServerSees />
    </div>
  )
}

const Introduction = ({ onBegin }: { onBegin: () => void }): ReactNode => (
  <section className="card grid gap-5" aria-labelledby="trade-off">
    <h2 id="trade-off">{messages.tradeOff()}</h2>
    <LockTradeOff />
    <p className="text-muted">{messages.beginHint()}</p>
    <p>
      <button type="button" className="btn" onClick={onBegin}>
        {messages.begin()}
      </button>
    </p>
  </section>
)

const LoadFailed = ({ onRetry }: { onRetry: () => unknown }) => (
  <div className="grid gap-4 justify-items-start">
    <p role="alert" className="form-problem">
      {messages.loadFailed()}
    </p>
    <button type="button" className="btn btn-quiet" onClick={onRetry}>
      {messages.tryAgain()}
    </button>
    <Link to={href('/dashboard/settings')}>{messages.toSettings()}</Link>
  </div>
)
