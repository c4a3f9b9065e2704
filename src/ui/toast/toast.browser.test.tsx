import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Toaster, useToast } from './toast.tsx'
import { useSetToastContainer } from './toast-container.ts'

/** A busy machine moves the pointer late. */
const patient = { timeout: 15_000 }

let root: Root
let toast: ReturnType<typeof useToast>
let setToastContainer: ReturnType<typeof useSetToastContainer>

function Speaker() {
  toast = useToast()
  setToastContainer = useSetToastContainer()
  return <button type="button">Save</button>
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = '<div></div><dialog></dialog>'
  // The tests run in a frame, which begins without the focus.
  window.focus()
  await expect.poll(() => document.hasFocus(), patient).toBe(true)
  root = createRoot(document.querySelector('div') as Element)
  await act(async () =>
    root.render(
      <Toaster>
        <Speaker />
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
const shown = () => [...document.querySelectorAll('.toast')].map((each) => each.textContent)
const button = (name: string) => document.querySelector(name) as HTMLElement
const say = async (kind: 'done' | 'failed', title: string) => {
  toast[kind]({ title, description: '.' })
  await seconds(0.2)
}

test('A success goes after seven seconds; a failure stays until the next message or until it is put away', async () => {
  await say('done', 'Saved')
  await seconds(6)
  expect(shown()).toEqual(['Saved.'])
  await seconds(2)
  expect(shown()).toEqual([])
  await say('failed', 'Lost')
  await seconds(60)
  expect(shown()).toEqual(['Lost.'])
  await say('done', 'Saved')
  expect(shown()).toEqual(['Saved.'])
})

test('The time does not run while the pointer or the focus is on a message, or the person is in another window', async () => {
  await say('done', 'Saved')
  const message = document.querySelector('.toast') as Element
  const isHovered = () => message.matches(':hover')
  await userEvent.hover(message)
  await expect.poll(isHovered, patient).toBe(true)
  await seconds(60)
  expect(shown()).toEqual(['Saved.'])
  await userEvent.unhover(message)
  await expect.poll(isHovered, patient).toBe(false)
  button('.toast button').focus()
  await seconds(60)
  expect(shown()).toEqual(['Saved.'])
  button('div button').focus()
  const away = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  await seconds(60)
  expect(shown()).toEqual(['Saved.'])
  away.mockRestore()
  await seconds(6)
  expect(shown()).toEqual(['Saved.'])
  await seconds(2)
  expect(shown()).toEqual([])
})

test.each(['{Escape}', '{Enter}'])(
  '%s puts away the message that has the focus, and no other; the focus goes back to where it was',
  async (key) => {
    await say('done', 'First')
    await say('done', 'Second')
    button('div button').focus()
    await act(async () => userEvent.keyboard('{Escape}'))
    expect(shown()).toEqual(['Second.', 'First.'])
    button('.toast button').focus()
    await act(async () => userEvent.keyboard(key))
    expect(shown()).toEqual(['First.'])
    expect(document.activeElement).toBe(button('div button'))
  },
)

test('A message takes the place of what was said about the same thing before, and of nothing else', async () => {
  const sayAbout = async (subject: string, title: string) => {
    toast.done({ title, description: '.' }, subject)
    await seconds(0.2)
  }
  await sayAbout('one', 'Saved')
  await sayAbout('another', 'Also saved')
  await sayAbout('one', 'Deleted')
  expect(shown()).toEqual(['Deleted.', 'Also saved.'])
})

test('Messages come into a polite live region that was there before them, in an open dialog too', async () => {
  const region = () => document.querySelector('[aria-live=polite][aria-label=Messages]')
  const before = region()
  expect(before?.parentElement).toBe(document.body)
  await say('failed', 'Lost')
  expect(region()).toBe(before)
  expect(region()?.textContent).toBe('Lost.')
  await open()
  await say('failed', 'Lost there')
  expect(document.querySelector('dialog')?.textContent).toBe('Lost there.')
  await shut()
  expect(region()?.parentElement).toBe(document.body)
})

test('A dialog opens without what was said before it: a success is over, and a failure waits on the page', async () => {
  await say('done', 'Saved')
  await open()
  expect(shown()).toEqual([])
  await shut()
  expect(shown()).toEqual([])
  await say('failed', 'Lost')
  await open()
  expect(shown()).toEqual([])
  await shut()
  expect(shown()).toEqual(['Lost.'])
})

const dialog = () => document.querySelector('dialog') as HTMLDialogElement
const open = () =>
  act(async () => {
    dialog().showModal()
    setToastContainer(dialog())
  })
const shut = () =>
  act(async () => {
    dialog().close()
    setToastContainer(null)
  })
