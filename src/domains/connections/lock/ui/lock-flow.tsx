import type { JournalLock } from '../lock.contract.ts'
import { type Entered, type Flow, isFirstStep, placeInFlow } from '../lock-flow.rules.ts'
import * as messages from '../messages.en.yaml'
import { AddPasskey } from './add-passkey.tsx'
import { CheckKit } from './check-kit.tsx'
import { ChoosePhrase } from './choose-phrase.tsx'
import { KitWords } from './kit-words.tsx'
import { OpenForm } from './open-form.tsx'
import { proveAgain } from './prove.tsx'
import { RemovePasskey } from './remove-passkey.tsx'
import { Step } from './step.tsx'
import type { LockFlow } from './use-lock-flow.ts'

type LockFlowStepsProps = {
  lockFlow: LockFlow & { flow: Flow }
  /** The lock to change; undefined for a new one. */
  lock: JournalLock | undefined
  ownWords: readonly string[]
  /** Without a phrase that is known, the kit is offered first. */
  first: 'phrase' | 'kit'
}

/** Shows the present step. */
export function LockFlowSteps({ lockFlow, lock, ownWords, first }: LockFlowStepsProps) {
  const { flow, next, back, cancel, send } = lockFlow
  const { goal, step, entered, isSending, prove } = flow
  const problem = prove ? proveAgain(prove) : flow.problem
  const progress = messages.stepPlace(placeInFlow(flow))
  const leave = isFirstStep(flow) ? cancel : back
  const nextOrSend = (more: Entered) => (goal === 'phrase' ? send(more) : next(more))
  switch (step) {
    case 'unwrap':
      return (
        <Step key="unwrap" title={messages.unwrapTitle()} progress={progress}>
          <p>{first === 'kit' ? messages.forgotPhraseLede() : messages.unwrapLede()}</p>
          {lock && (
            <OpenForm locks={[lock]} first={first} onOpened={({ journalKey }) => next({ journalKey })} />
          )}
          <CancelButton onCancel={cancel} />
        </Step>
      )
    case 'phrase':
      return (
        <ChoosePhrase
          key="phrase"
          progress={progress}
          title={goal === 'phrase' ? messages.newPhraseTitle() : messages.choosePhrase()}
          ownWords={ownWords}
          submit={goal === 'phrase' ? messages.changePhrase() : messages.continue()}
          isSending={isSending}
          problem={problem}
          onChosen={(phrase) => nextOrSend({ phrase })}
          onCancel={cancel}
        />
      )
    case 'kit':
      return (
        <KitWords
          key="kit"
          progress={progress}
          title={goal === 'kit' ? messages.newKitTitle() : messages.kitTitle()}
          words={entered.kit?.words ?? []}
          onWritten={() => next({})}
          onCancel={leave}
        />
      )
    case 'check':
      return (
        <CheckKit
          key="check"
          progress={progress}
          words={entered.kit?.words ?? []}
          places={entered.places ?? []}
          submit={goal === 'kit' ? messages.takeNewKit() : messages.lockNow()}
          isSending={isSending}
          problem={problem}
          onRight={() => send({})}
          onBack={back}
        />
      )
    case 'passkey':
      return (
        <AddPasskey
          key="passkey"
          progress={progress}
          isSending={isSending}
          problem={problem}
          onNamed={(label) => send({}, label)}
          onCancel={cancel}
        />
      )
    case 'remove':
      return (
        <RemovePasskey
          key="remove"
          progress={progress}
          slot={lock?.keyring.slots.find(({ id }) => id === flow.slot_id)}
          isSending={isSending}
          problem={problem}
          onSure={() => send({})}
          onCancel={cancel}
        />
      )
  }
}

export const CancelButton = ({ onCancel }: { onCancel: () => void }) => (
  <button type="button" className="btn btn-quiet justify-self-start" onClick={onCancel}>
    {messages.cancel()}
  </button>
)
