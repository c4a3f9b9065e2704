import { describe, expect, test } from 'vitest'
import {
  beginFlow,
  type Flow,
  forget,
  type Goal,
  isFirstStep,
  isLastStep,
  nextFlow,
} from './lock-flow.rules.ts'

/** All steps of a goal, in order. */
function stepsOf(goal: Goal): string[] {
  const steps: string[] = []
  let flow = beginFlow(goal)
  for (; steps.at(-1) !== flow.step; flow = nextFlow(flow, { type: 'next' })) steps.push(flow.step)
  return steps
}

test.each<[Goal, string[]]>([
  ['set-up', ['phrase', 'kit', 'check']],
  ['phrase', ['unwrap', 'phrase']],
  ['kit', ['unwrap', 'kit', 'check']],
  ['passkey', ['unwrap', 'passkey']],
  ['remove', ['unwrap', 'remove']],
])('%s has the steps %j', (goal, steps) => {
  expect(stepsOf(goal)).toEqual(steps)
})

describe('A flow', () => {
  const atCheck = (): Flow => {
    const chosen = nextFlow(beginFlow('set-up'), { type: 'next', entered: { phrase: 'six words' } })
    return nextFlow(chosen, { type: 'next' })
  }

  test('sends nothing before its last step', () => {
    const first = beginFlow('set-up')
    expect(isFirstStep(first)).toBe(true)
    expect(nextFlow(first, { type: 'send' })).toBe(first)
    expect(isLastStep(atCheck())).toBe(true)
    expect(nextFlow(atCheck(), { type: 'send' }).isSending).toBe(true)
  })

  test('remembers what was entered when it goes back, and leads on to the same', () => {
    const back = nextFlow(atCheck(), { type: 'back' })
    expect(back).toMatchObject({ step: 'kit', entered: { phrase: 'six words' } })
    expect(nextFlow(back, { type: 'next' })).toEqual(atCheck())
    const first = beginFlow('kit')
    expect(nextFlow(first, { type: 'back' })).toEqual(first)
  })

  test('changes by nothing but a failure while it is sent', () => {
    const sending = nextFlow(atCheck(), { type: 'send' })
    for (const type of ['next', 'back', 'send'] as const) expect(nextFlow(sending, { type })).toBe(sending)
    const failed = nextFlow(sending, { type: 'failed', problem: 'No.', prove: '/prove' })
    expect(failed).toMatchObject({ step: 'check', isSending: false, problem: 'No.', prove: '/prove' })
    expect(failed.entered).toEqual(sending.entered)
    expect(nextFlow(failed, { type: 'send' })).toEqual(sending)
  })

  test('overwrites keys when it ends', () => {
    const journalKey = new Uint8Array(32).fill(7)
    const kit = { words: ['zoo'], entropy: new Uint8Array(32).fill(9) }
    forget(nextFlow(beginFlow('kit'), { type: 'next', entered: { journalKey, kit } }))
    expect([...journalKey, ...kit.entropy].every((byte) => byte === 0)).toBe(true)
  })
})
