import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Toaster, useToast } from './toast.tsx'
import { useSetToastContainer } from './toast-container.ts'

/** The pointer may move late on a busy machine. */
const slowPoll = { timeout: 15_000 }

let root: Root
let toast: ReturnType<typeof useToast>
let setToastContainer: ReturnType<typeof useSetToastContainer>

function SaveButton() {
  toast = useToast()
  setToastContainer = useSetToastContainer()
  return <button type="button">Save</button>
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = '<div></div><dialog></dialog>'
  // The tests run in an iframe, which has no focus at first.
  window.focus()
  await expect.poll(() => document.hasFocus(), slowPoll).toBe(true)
  root = createRoot(document.querySelector('div') as Element)
  await act(async () =>
    root.render(
      <Toaster>
        <SaveButton />
      </Toaster>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.innerHTML = ''
  vi.useRealTimers()
})

const seconds = (count: number) => act(async () => vi.advanceTimersByTime(count * 1_000))
const visibleToasts = () => [...document.querySelectorAll('.toast')].map((each) => each.textContent)
const button = (name: string) => document.querySelector(name) as HTMLElement
const showToast = async (kind: 'done' | 'failed', title: string) => {
  toast[kind]({ title, description: '.' })
  await seconds(0.2)
}

test('A success message disappears after seven seconds; a failure stays until the next message', async () => {
  await showToast('done', 'Saved')
  await seconds(6)
  expect(visibleToasts()).toEqual(['Saved.'])
  await seconds(2)
  expect(visibleToasts()).toEqual([])
  await showToast('failed', 'Lost')
  await seconds(60)
  expect(visibleToasts()).toEqual(['Lost.'])
  await showToast('done', 'Saved')
  expect(visibleToasts()).toEqual(['Saved.'])
})

test('The countdown pauses while a message has pointer or focus, or another window is active', async () => {
  await showToast('done', 'Saved')
  const message = document.querySelector('.toast') as Element
  const isHovered = () => message.matches(':hover')
  await userEvent.hover(message)
  await expect.poll(isHovered, slowPoll).toBe(true)
  await seconds(60)
  expect(visibleToasts()).toEqual(['Saved.'])
  // Something always pauses it, because waiting for the pointer moves the clock too.
  button('.toast button').focus()
  await userEvent.unhover(message)
  await expect.poll(isHovered, slowPoll).toBe(false)
  await seconds(60)
  expect(visibleToasts()).toEqual(['Saved.'])
  const away = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  button('div button').focus()
  await seconds(60)
  expect(visibleToasts()).toEqual(['Saved.'])
  away.mockRestore()
  await seconds(6)
  expect(visibleToasts()).toEqual(['Saved.'])
  await seconds(2)
  expect(visibleToasts()).toEqual([])
})

test.each(['{Escape}', '{Enter}'])(
  '%s dismisses only the focused message, and the previous element gets the focus back',
  async (key) => {
    await showToast('done', 'First')
    await showToast('done', 'Second')
    button('div button').focus()
    await act(async () => userEvent.keyboard('{Escape}'))
    expect(visibleToasts()).toEqual(['Second.', 'First.'])
    button('.toast button').focus()
    await act(async () => userEvent.keyboard(key))
    expect(visibleToasts()).toEqual(['First.'])
    expect(document.activeElement).toBe(button('div button'))
  },
)

test('A message replaces only earlier messages about the same subject', async () => {
  const showAbout = async (subject: string, title: string) => {
    toast.done({ title, description: '.' }, subject)
    await seconds(0.2)
  }
  await showAbout('one', 'Saved')
  await showAbout('another', 'Also saved')
  await showAbout('one', 'Deleted')
  expect(visibleToasts()).toEqual(['Deleted.', 'Also saved.'])
})

test('Messages appear in an existing polite live region, also in an open dialog', async () => {
  const region = () => document.querySelector('[aria-live=polite][aria-label=Messages]')
  const before = region()
  expect(before?.parentElement).toBe(document.body)
  await showToast('failed', 'Lost')
  expect(region()).toBe(before)
  expect(region()?.textContent).toBe('Lost.')
  await openDialog()
  await showToast('failed', 'Lost there')
  expect(document.querySelector('dialog')?.textContent).toBe('Lost there.')
  await closeDialog()
  expect(region()?.parentElement).toBe(document.body)
})

test('Opening a dialog removes earlier successes, and earlier failures reappear after it closes', async () => {
  await showToast('done', 'Saved')
  await openDialog()
  expect(visibleToasts()).toEqual([])
  await closeDialog()
  expect(visibleToasts()).toEqual([])
  await showToast('failed', 'Lost')
  await openDialog()
  expect(visibleToasts()).toEqual([])
  await closeDialog()
  expect(visibleToasts()).toEqual(['Lost.'])
})

const dialog = () => document.querySelector('dialog') as HTMLDialogElement
const openDialog = () =>
  act(async () => {
    dialog().showModal()
    setToastContainer(dialog())
  })
const closeDialog = () =>
  act(async () => {
    dialog().close()
    setToastContainer(null)
  })
