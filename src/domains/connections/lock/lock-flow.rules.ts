/** The steps to set up a lock or to change how it opens. Nothing is sent before the last one; secrets are in memory only. */

/** What the steps lead to. */
export type Goal = 'set-up' | 'phrase' | 'kit' | 'passkey' | 'remove'
type Step = 'unwrap' | 'phrase' | 'kit' | 'check' | 'passkey' | 'remove'

/** To change a keyring, its journal key is needed once more (docs/decisions/042). */
const stepsOf: Record<Goal, readonly [Step, ...Step[]]> = {
  'set-up': ['phrase', 'kit', 'check'],
  phrase: ['unwrap', 'phrase'],
  kit: ['unwrap', 'kit', 'check'],
  passkey: ['unwrap', 'passkey'],
  remove: ['unwrap', 'remove'],
}

type Kit = { words: readonly string[]; entropy: Uint8Array<ArrayBuffer> }

/** What was entered so far. */
export type Entered = {
  phrase?: string
  kit?: Kit
  /** Places of the words to type back, from 0. */
  places?: readonly number[]
  journalKey?: Uint8Array<ArrayBuffer>
}

export type Flow = {
  goal: Goal
  /** Of the passkey to remove. */
  slot_id?: string
  step: Step
  entered: Entered
  /** The last step is being sent. */
  isSending: boolean
  /** A sentence. */
  problem?: string
  /** Address where the person confirms who it is, if that was too long ago. */
  prove?: string
}

export type FlowEvent =
  | { type: 'next'; entered?: Entered }
  | { type: 'back' }
  | { type: 'send' }
  | { type: 'failed'; problem: string; prove?: string }

/**
 * Begins at the first step.
 *
 * @param slot_id of the passkey to remove
 */
export const beginFlow = (goal: Goal, slot_id?: string): Flow => ({
  goal,
  ...(slot_id !== undefined && { slot_id }),
  step: stepsOf[goal][0],
  entered: {},
  isSending: false,
})

/** Whether the present step is the one that is sent. */
export const isLastStep = ({ goal, step }: Flow): boolean => stepsOf[goal].at(-1) === step

/**
 * The flow after an event. What was entered stays; while the last step is sent, nothing but its failure changes anything.
 *
 * A way back from the first step leaves the flow: the caller handles it, as `isFirstStep` tells.
 */
export function nextFlow(flow: Flow, event: FlowEvent): Flow {
  const { problem: _, prove: __, ...rest } = flow
  if (event.type === 'failed') {
    const { problem, prove } = event
    return { ...rest, isSending: false, problem, ...(prove !== undefined && { prove }) }
  }
  if (flow.isSending) return flow
  const steps = stepsOf[flow.goal]
  const place = steps.indexOf(flow.step)
  switch (event.type) {
    case 'next':
      return {
        ...rest,
        step: steps[place + 1] ?? flow.step,
        entered: { ...flow.entered, ...event.entered },
      }
    case 'back':
      return { ...rest, step: steps[place - 1] ?? flow.step }
    case 'send':
      return isLastStep(flow) ? { ...rest, isSending: true } : flow
  }
}

export const isFirstStep = ({ goal, step }: Flow): boolean => stepsOf[goal][0] === step

/** Overwrites the raw keys; the words of phrase and kit go with their objects. */
export function forget({ entered }: Flow): void {
  entered.journalKey?.fill(0)
  entered.kit?.entropy.fill(0)
}

/** Where a step is among those that are entered here: number and count. */
export const placeInFlow = ({ goal, step }: Flow): { number: number; count: number } => ({
  number: stepsOf[goal].indexOf(step) + 1,
  count: stepsOf[goal].length,
})
