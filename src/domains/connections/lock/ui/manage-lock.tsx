import { useRef } from 'react'
import type { JournalLock, Slot } from '../lock.contract.ts'
import type { Goal } from '../lock-flow.rules.ts'
import * as messages from '../messages.en.yaml'
import { type Opened, OpenForm } from './open-form.tsx'

type ManageLockProps = {
  lock: JournalLock
  /** How many rows the server could not decrypt, and so not list. */
  plain: number
  isOpen: boolean
  onOpened: (opened: Opened, options: { throughReloads: boolean }) => unknown
  onClose: () => void
  onChange: (goal: Goal, slot_id?: string) => void
  onForgotPhrase: () => void
  onUnlock: () => void
  onLost: () => void
}

/** What opens a locked journal, and how to change it. */
export function ManageLock(props: ManageLockProps) {
  const { lock, plain, isOpen, onOpened, onClose, onChange, onForgotPhrase, onUnlock, onLost } = props
  const { slots } = lock.keyring
  const passkeys = slots.filter((slot) => slot.kind === 'passkey')
  const heading = useRef<HTMLHeadingElement>(null)
  const hasPhrase = slots.some(({ kind }) => kind === 'phrase')
  return (
    <div className="grid gap-6">
      <section className="card grid gap-5" aria-labelledby="lock-state">
        <h2 id="lock-state" ref={heading} tabIndex={-1}>
          {isOpen ? messages.openNow() : messages.openTitle()}
        </h2>
        <p>{isOpen ? messages.manageOpen() : messages.manageClosed()}</p>
        {plain > 0 && <p>{messages.plainRemain({ count: plain })}</p>}
        {isOpen ? (
          <button type="button" className="btn btn-quiet justify-self-start" onClick={onClose}>
            {messages.closeNow()}
          </button>
        ) : (
          <OpenForm
            locks={[lock]}
            withStayOpen
            onOpened={async (opened, options) => {
              await onOpened(opened, options)
              heading.current?.focus()
            }}
          />
        )}
      </section>
      <section className="card grid gap-5" aria-labelledby="lock-ways">
        <h2 id="lock-ways">{messages.waysTitle()}</h2>
        <ul className="grid gap-4">
          <Way
            name={messages.wayPhrase()}
            action={messages.changePhrase()}
            onAction={() => onChange('phrase')}
          />
          <Way name={messages.wayKit()} action={messages.renewKit()} onAction={() => onChange('kit')} />
          {passkeys.map((slot) => (
            <PasskeyWay
              key={slot.id}
              slot={slot}
              // The kit alone is too little: it is what is left when all else is lost.
              isLast={!hasPhrase && passkeys.length === 1}
              onRemove={() => onChange('remove', slot.id)}
            />
          ))}
        </ul>
        <button
          type="button"
          className="btn btn-quiet justify-self-start"
          onClick={() => onChange('passkey')}
        >
          {messages.addPasskey()}
        </button>
      </section>
      <section className="card grid gap-4 justify-items-start" aria-labelledby="lock-lost">
        <h2 id="lock-lost">{messages.lostTitle()}</h2>
        <button type="button" className="link-button" onClick={onForgotPhrase}>
          {messages.forgotPhrase()}
        </button>
        <button type="button" className="link-button" onClick={onLost}>
          {messages.lostEverything()}
        </button>
      </section>
      <section className="card grid gap-4 justify-items-start" aria-labelledby="lock-unlock">
        <h2 id="lock-unlock">{messages.unlockSection()}</h2>
        <p>{messages.unlockLede()}</p>
        <button type="button" className="btn btn-quiet" onClick={onUnlock}>
          {messages.unlockForGood()}
        </button>
      </section>
    </div>
  )
}

function Way({ name, action, onAction }: { name: string; action: string; onAction: () => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <span className="wrap-anywhere">{name}</span>
      <button type="button" className="btn btn-quiet" onClick={onAction}>
        {action}
      </button>
    </li>
  )
}

type PasskeyWayProps = { slot: Slot & { kind: 'passkey' }; isLast: boolean; onRemove: () => void }

function PasskeyWay({ slot: { label }, isLast, onRemove }: PasskeyWayProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <span className="wrap-anywhere">{messages.wayPasskey({ label })}</span>
      {isLast ? (
        <span className="text-muted">{messages.removeLast()}</span>
      ) : (
        <button
          type="button"
          className="btn btn-quiet"
          aria-label={messages.removeNamed({ label })}
          onClick={onRemove}
        >
          {messages.removePasskey()}
        </button>
      )}
    </li>
  )
}
