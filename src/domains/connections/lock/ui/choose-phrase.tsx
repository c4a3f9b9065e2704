import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { newKit } from '../../keyring/kit.rules.ts'
import { isOwnWord, phraseLimit } from '../../keyring/phrase-choice.rules.ts'
import type { PhraseStrength } from '../../keyring/phrase-strength.client.ts'
import * as messages from '../messages.en.yaml'
import { PhraseField } from './phrase-field.tsx'
import { Problem, Step } from './step.tsx'

/** The least strength of zxcvbn. A thief of the database guesses a score of 3 in less than a core-year (docs/decisions/042). */
const leastScore = 4
/** 66 bits. */
const suggestedWords = 6

type ChoosePhraseProps = {
  title: string
  progress: string
  /** Email address and names, which others know. */
  ownWords: readonly string[]
  submit: string
  isSending: boolean
  problem: ReactNode
  onChosen: (phrase: string) => void
  onCancel: () => void
}

/** Asks for a phrase: shown, or typed twice. Its strength is judged on the device. */
export function ChoosePhrase(props: ChoosePhraseProps) {
  const { title, progress, ownWords, submit, isSending, problem, onChosen, onCancel } = props
  const [phrase, setPhrase] = useState('')
  const [again, setAgain] = useState('')
  const [isShown, setShown] = useState(false)
  const [error, setError] = useState<{ field: 'phrase' | 'again'; text: string }>()
  const strength = usePhraseStrength(phrase, ownWords)
  const strengthId = useId()
  const [phraseField, againField] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]

  function reject(field: 'phrase' | 'again', text: string) {
    setError({ field, text })
    ;(field === 'phrase' ? phraseField : againField).current?.focus()
  }

  async function choose(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setError(undefined)
    if (!phrase.trim()) return reject('phrase', messages.noPhrase())
    if (phrase.length > phraseLimit) return reject('phrase', messages.phraseTooLong({ max: phraseLimit }))
    if (isOwnWord(phrase, ownWords)) return reject('phrase', messages.ownWords())
    const judged = await judge(phrase, ownWords).catch(() => undefined)
    if (!judged) return reject('phrase', messages.strengthFailed())
    if (judged.score < leastScore) return reject('phrase', messages.tooWeak())
    if (!isShown && again !== phrase) return reject('again', messages.phrasesDiffer())
    onChosen(phrase)
  }

  function suggest() {
    setPhrase(newKit().words.slice(0, suggestedWords).join(' '))
    setShown(true)
    setError(undefined)
    phraseField.current?.focus()
  }
  const errorOf = (field: 'phrase' | 'again') => (error?.field === field ? error.text : undefined)
  return (
    <Step title={title} progress={progress}>
      <p>{messages.choosePhraseLede()}</p>
      <p className="text-muted">{messages.notYourPassword()}</p>
      <form className="grid gap-5" onSubmit={choose} noValidate autoComplete="off">
        <PhraseField
          ref={phraseField}
          label={messages.phrase()}
          value={phrase}
          onChange={setPhrase}
          isShown={isShown}
          onShow={setShown}
          error={errorOf('phrase')}
          describedBy={strengthId}
        >
          <button type="button" className="btn btn-quiet" onClick={suggest}>
            {messages.suggestPhrase()}
          </button>
        </PhraseField>
        <div id={strengthId} className="flex flex-wrap items-center gap-3" aria-live="polite">
          {phrase && !strength && <span className="text-muted late">{messages.strengthLoading()}</span>}
          {phrase && strength && (
            <>
              <meter min={0} max={4} low={3} high={4} optimum={4} value={strength.score} aria-hidden="true" />
              <span>{strengthMessages[strength.score]()}</span>
              {strength.score < leastScore && strength.warning && (
                <span className="text-muted">{strength.warning}</span>
              )}
            </>
          )}
        </div>
        {!isShown && (
          <PhraseField
            ref={againField}
            label={messages.phraseAgain()}
            hint={messages.phraseAgainHint()}
            value={again}
            onChange={setAgain}
            isShown={false}
            error={errorOf('again')}
          />
        )}
        <Problem>{problem}</Problem>
        <div className="flex flex-wrap gap-3">
          <button type="submit" className="btn" aria-disabled={isSending}>
            {isSending ? messages.starting() : submit}
          </button>
          <button type="button" className="btn btn-quiet" onClick={onCancel}>
            {messages.cancel()}
          </button>
        </div>
      </form>
    </Step>
  )
}

const strengthMessages: Record<PhraseStrength['score'], () => string> = {
  0: messages.strengthWeak,
  1: messages.strengthWeak,
  2: messages.strengthFair,
  3: messages.strengthGood,
  4: messages.strengthStrong,
}

const loadStrength = () => import('../../keyring/phrase-strength.client.ts')

/** Forgets the phrase that was judged. */
const endStrength = () =>
  loadStrength().then(
    ({ endPhraseStrength }) => endPhraseStrength(),
    () => {},
  )

/** Its dictionaries load once typing starts. */
async function judge(phrase: string, ownWords: readonly string[]): Promise<PhraseStrength> {
  return (await loadStrength()).phraseStrength(phrase, ownWords)
}

function usePhraseStrength(phrase: string, ownWords: readonly string[]): PhraseStrength | undefined {
  const [strength, setStrength] = useState<PhraseStrength>()
  const isTyped = phrase !== ''
  useEffect(() => (isTyped ? () => void endStrength() : undefined), [isTyped])
  useEffect(() => {
    let isLatest = true
    // Without the dictionaries it is judged when the phrase is chosen.
    if (phrase)
      judge(phrase, ownWords).then(
        (judged) => isLatest && setStrength(judged),
        () => {},
      )
    return () => {
      isLatest = false
    }
  }, [phrase, ownWords])
  return strength
}
