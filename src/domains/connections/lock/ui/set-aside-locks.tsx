import { type ReactNode, useId } from 'react'
import type { JournalLock } from '../lock.contract.ts'
import * as messages from '../messages.en.yaml'
import { type Opened, OpenForm } from './open-form.tsx'
import { Problem } from './step.tsx'

type SetAsideLocksProps = {
  locks: readonly JournalLock[]
  problem: ReactNode
  /** Whether the form shows at once. */
  isOpening: boolean
  onBegin: () => void
  onBringBack: (lock: JournalLock, opened: Opened) => unknown
}

/** Journals that nobody can open for now. */
export function SetAsideLocks({ locks, problem, isOpening, onBegin, onBringBack }: SetAsideLocksProps) {
  const id = useId()
  return (
    <section className="card grid gap-5" aria-labelledby={id}>
      <h2 id={id}>{messages.setAsideTitle({ count: locks.length })}</h2>
      <Problem>{problem}</Problem>
      {locks.map((lock) => (
        <div key={lock.id} className="grid gap-4">
          <p>{messages.setAsideLede({ rows: lock.rows })}</p>
          {isOpening && (
            <>
              <p className="text-muted">{messages.openSetAsideLede()}</p>
              <OpenForm locks={[lock]} onOpened={(opened) => onBringBack(lock, opened)} />
            </>
          )}
        </div>
      ))}
      {!isOpening && (
        <button type="button" className="btn btn-quiet justify-self-start" onClick={onBegin}>
          {messages.bringBack()}
        </button>
      )}
    </section>
  )
}
