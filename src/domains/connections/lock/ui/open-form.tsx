import { type FormEvent, use, useRef, useState } from 'react'
import { Checkbox } from '../../../../ui/field/field.tsx'
import { KeyringError } from '../../keyring/keyring-error.rules.ts'
import { type KitProblem, readKit } from '../../keyring/kit.rules.ts'
import { replaceTypedWord } from '../../keyring/kit-check.rules.ts'
import { isOwnKeyring } from '../../open-lock/lock-states.rules.ts'
import { openWithKit, openWithPasskey, openWithPhrase } from '../../open-lock/open.client.ts'
import type { JournalLock, Keyring, Slot } from '../lock.contract.ts'
import * as messages from '../messages.en.yaml'
import { JournalLocksContext } from './journal-locks.ts'
import { KitField, kitMessage } from './kit-field.tsx'
import { PhraseField } from './phrase-field.tsx'

/** What opened a keyring. Its user overwrites the journal key. */
export type Opened = { keyring: Keyring; journalKey: Uint8Array<ArrayBuffer>; slot: Slot }

type Open = (keyring: Keyring) => Promise<Omit<Opened, 'keyring'>>

type OpenFormProps = {
  /** Each is tried until one opens. */
  locks: readonly JournalLock[]
  onOpened: (opened: Opened, options: { throughReloads: boolean }) => unknown
  /** Offers to stay open through reloads. */
  withStayOpen?: boolean
  /** The way that is offered first. */
  first?: 'phrase' | 'kit'
}

/** Opens a lock by phrase, kit or passkey, on the device. */
export function OpenForm({ locks, onOpened, withStayOpen = false, first = 'phrase' }: OpenFormProps) {
  const { user_id } = use(JournalLocksContext)
  const slots = locks.flatMap(({ keyring }) => keyring.slots)
  const has = (kind: Slot['kind']) => slots.some((slot) => slot.kind === kind)
  const [way, setWay] = useState(first === 'phrase' && has('phrase') ? 'phrase' : 'kit')
  const [phrase, setPhrase] = useState('')
  const [words, setWords] = useState('')
  const [isShown, setShown] = useState(false)
  const [throughReloads, setThroughReloads] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [kitProblem, setKitProblem] = useState<KitProblem>()
  const phraseField = useRef<HTMLInputElement>(null)
  const kitField = useRef<HTMLTextAreaElement>(null)

  async function attempt(open: Open) {
    setOpening(true)
    setProblem(undefined)
    const failure = await tryAll(locks, user_id, open, (opened) => onOpened(opened, { throughReloads }))
    setOpening(false)
    if (!failure) return
    setProblem(failure)
    ;(way === 'phrase' ? phraseField : kitField).current?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isOpening) return
    setKitProblem(undefined)
    if (way === 'phrase') {
      if (phrase.trim()) return attempt((keyring) => openWithPhrase(keyring, phrase))
      setProblem(messages.noPhrase())
      return phraseField.current?.focus()
    }
    setProblem(undefined)
    const kit = readKit(words)
    if ('entropy' in kit) return attempt((keyring) => openWithKit(keyring, kit.entropy))
    setKitProblem(kit)
    kitField.current?.focus()
  }

  function changeWay() {
    setWay(way === 'phrase' ? 'kit' : 'phrase')
    setProblem(undefined)
    setKitProblem(undefined)
  }
  const suggested = kitProblem?.problem === 'word' && kitProblem.suggestion ? kitProblem : undefined
  return (
    <form className="grid gap-5" onSubmit={submit} noValidate autoComplete="off">
      {way === 'phrase' ? (
        <PhraseField
          ref={phraseField}
          label={messages.phrase()}
          value={phrase}
          onChange={setPhrase}
          isShown={isShown}
          onShow={setShown}
          error={problem}
        />
      ) : (
        <KitField
          ref={kitField}
          value={words}
          onChange={setWords}
          error={kitProblem ? kitMessage(kitProblem) : problem}
        />
      )}
      {suggested && (
        <button
          type="button"
          className="btn btn-quiet justify-self-start"
          onClick={() => {
            setWords(replaceTypedWord(words, suggested.word, suggested.suggestion ?? ''))
            setKitProblem(undefined)
            kitField.current?.focus()
          }}
        >
          {messages.takeSuggestion({ suggestion: suggested.suggestion ?? '' })}
        </button>
      )}
      {withStayOpen && (
        <div className="grid gap-1">
          <Checkbox
            name="stay-open"
            checked={throughReloads}
            onChange={({ currentTarget }) => setThroughReloads(currentTarget.checked)}
            aria-describedby="stay-open-how"
          >
            {messages.stayOpen()}
          </Checkbox>
          <p id="stay-open-how" className="text-muted">
            {messages.stayOpenHow()}
          </p>
        </div>
      )}
      <div>
        <div className="flex flex-wrap gap-3">
          <button type="submit" className="btn" aria-disabled={isOpening}>
            {isOpening ? messages.openingNow() : messages.openButton()}
          </button>
          {has('passkey') && (
            <button
              type="button"
              className="btn btn-quiet"
              aria-disabled={isOpening}
              onClick={() => isOpening || attempt(openWithPasskey)}
            >
              {messages.openWithPasskey()}
            </button>
          )}
          {has('phrase') && has('kit') && (
            <button type="button" className="btn btn-quiet" onClick={changeWay}>
              {way === 'phrase' ? messages.withKit() : messages.withPhrase()}
            </button>
          )}
        </div>
        <div role="status">
          {isOpening && (
            <p className="flex flex-wrap items-center gap-3 pt-3">
              <progress aria-label={messages.openingNow()} />
              <span className="text-muted">{messages.openingSlow()}</span>
            </p>
          )}
        </div>
      </div>
    </form>
  )
}

/** @returns a sentence if no lock opens */
async function tryAll(
  locks: readonly JournalLock[],
  user_id: string,
  open: Open,
  onOpened: (opened: Opened) => unknown,
): Promise<string | undefined> {
  let failure: unknown
  for (const lock of locks) {
    const { keyring } = lock
    try {
      if (!isOwnKeyring(lock, user_id)) throw new KeyringError('mixed')
      const opened = await open(keyring)
      await onOpened({ keyring, ...opened })
      return undefined
    } catch (thrown) {
      failure = failure ?? thrown
    }
  }
  return openMessage(failure)
}

/** Why a lock did not open. */
function openMessage(thrown: unknown): string {
  if (thrown instanceof KeyringError) return thrown.message
  console.error('A lock could not be opened', thrown)
  return messages.deviceFailed()
}
