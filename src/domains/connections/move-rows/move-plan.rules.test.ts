import { expect, test } from 'vitest'
import type { JournalLock, LockState } from '../lock/lock.contract.ts'
import { planMoves } from './move-plan.rules.ts'

const lock = (id: string, state: LockState, rows: number) => ({ id, state, rows }) as JournalLock
const planOf = (plain: number, ...locks: JournalLock[]) => {
  const { current, setAside, needed, ...plan } = planMoves({ locks, plain })
  const idsOf = (some: JournalLock[]) => some.map(({ id }) => id)
  return { ...plan, current: current?.id, setAside: idsOf(setAside), needed: idsOf(needed) }
}
const nothing = { jobs: [], needed: [], setAside: [], current: undefined, remaining: 0 }

test('Without a lock nothing moves', () => {
  expect(planOf(5)).toEqual({ ...nothing, kind: 'unlock', plain: 5 })
})

test('A locked journal does not move, and one that is set aside stays', () => {
  const plan = planOf(0, lock('a', 'set_aside', 3), lock('b', 'locked', 9))
  expect(plan).toMatchObject({ jobs: [], needed: [], current: 'b', setAside: ['a'] })
})

test('Locking moves what the server encrypts', () => {
  expect(planOf(7, lock('a', 'locking', 2))).toMatchObject({
    jobs: [{ from: null, to: 'a', finish: 'a' }],
    needed: ['a'],
    kind: 'lock',
    remaining: 7,
  })
})

test('Unlocking moves to the server’s key, or into a newer lock that is opened, too', () => {
  expect(planOf(1, lock('a', 'unlocking', 4))).toMatchObject({
    jobs: [{ from: 'a', to: null, finish: 'a' }],
    needed: ['a'],
    kind: 'unlock',
    remaining: 4,
  })
  expect(planOf(0, lock('a', 'unlocking', 4), lock('b', 'locked', 9))).toMatchObject({
    jobs: [{ from: 'a', to: 'b', finish: 'a' }],
    needed: ['b', 'a'],
    kind: 'return',
    remaining: 4,
  })
})

test('All unfinished moves are done together', () => {
  const plan = planOf(5, lock('a', 'unlocking', 4), lock('b', 'unlocking', 0), lock('c', 'locking', 1))
  expect(plan.jobs).toEqual([
    { from: 'a', to: 'c', finish: 'a' },
    { from: 'b', to: 'c', finish: 'b' },
    { from: null, to: 'c', finish: 'c' },
  ])
  expect(plan).toMatchObject({ kind: 'lock', remaining: 9, needed: ['c', 'a', 'b'] })
})
