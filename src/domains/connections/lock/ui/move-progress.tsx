import { useEffect, useRef } from 'react'
import * as messages from '../messages.en.yaml'
import { Step } from './step.tsx'
import { UnreadableRows } from './unreadable-rows.tsx'
import type { MoveState } from './use-move.ts'

type MoveProgressProps = {
  move: Extract<MoveState, { state: 'running' }>
  /** Names of this person's other devices. */
  devices: readonly string[]
  onStop: () => void
}

/** A bar that moves. Screen readers hear each quarter. */
export function MovingRows({ move, devices, onStop }: MoveProgressProps) {
  const { kind, total, progress } = move
  const { step, done, unreadable } = progress
  const shown = Math.min(done, total)
  const quarter = total > 0 ? Math.floor((4 * shown) / total) : 0
  const spoken = step === 'checking' ? messages.checkingTitle() : quarterText(quarter, total)
  const title = titles[kind]()
  return (
    <Step
      title={title}
      actions={
        <button type="button" className="btn btn-quiet" onClick={onStop}>
          {messages.stop()}
        </button>
      }
    >
      <div className="grid gap-2">
        {step === 'moving' ? (
          <progress className="wide-bar" aria-label={title} max={Math.max(total, 1)} value={shown} />
        ) : (
          <progress className="wide-bar" aria-label={messages.checkingTitle()} />
        )}
        <p>
          {step === 'moving'
            ? messages.movingProgress({ done: shown, total })
            : `${messages.checkingTitle()}: ${messages.checkingProgress({ done })}`}
        </p>
      </div>
      <p role="status" className="visually-hidden">
        {spoken}
      </p>
      <p>{messages.mayStop()}</p>
      {kind === 'lock' && <OtherPages devices={devices} />}
      <UnreadableRows rows={unreadable} />
    </Step>
  )
}

const titles = {
  lock: messages.lockingTitle,
  unlock: messages.unlockingTitle,
  return: messages.returningTitle,
}

const quarterText = (quarter: number, total: number) =>
  messages.movingProgress({ done: Math.floor((quarter * total) / 4), total })

/** Pages that are open elsewhere can't save what they have. */
export function OtherPages({ devices }: { devices: readonly string[] }) {
  return (
    <div className="note grid gap-2">
      <p>{messages.otherPages()}</p>
      {devices.length > 0 && (
        <>
          <p className="strong">{messages.otherDevices()}</p>
          <ul className="list-disc ps-6">
            {devices.map((device, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two devices can have one name
              <li key={index}>{device || messages.namelessDevice()}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Keeps the focus when a step gives way to the page. */
export function DoneNote({ title, children }: { title: string; children: string }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <div ref={note} tabIndex={-1} role="status" className="form-done grid gap-1">
      <p className="strong">{title}</p>
      <p>{children}</p>
    </div>
  )
}
