import { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { lockKeys } from '../../keyring/envelope.rules.ts'
import { addOpenLock, closeLocks } from '../../open-lock/open-locks.client.ts'
import { useForgetWhenClosed } from './journal-locks.ts'

const lock_id = '4e6a8f0e-94b8-4c6f-8a44-6d1f6d7b9c22'
const user_id = '0b5c1f0e-7a51-4c3e-9d55-0f3c8e3a1b11'

const queries = new QueryClient()

function Page() {
  useForgetWhenClosed(queries)
  return <p>Settings</p>
}

test('What lists have read is gone once the journal is closed, on any page, and all else stays', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.querySelector('div') as Element)
  onTestFinished(() => root.unmount())
  root.render(<Page />)
  await expect.poll(() => document.querySelector('p')).not.toBeNull()
  const keys = await lockKeys(new Uint8Array(32).fill(7), lock_id)
  addOpenLock({ lock_id, user_id, generation: 1, ...keys })
  for (const key of [['journal-entries', null], ['journal-entries', 'all'], ['journal-drafts'], ['terms']])
    queries.setQueryData(key, 'He hid my keys.')
  addOpenLock({ lock_id, user_id, generation: 2, ...keys })
  expect(queries.getQueryCache().getAll()).toHaveLength(4)
  closeLocks()
  expect(queries.getQueryCache().getAll()).toMatchObject([{ queryKey: ['terms'] }])
})
