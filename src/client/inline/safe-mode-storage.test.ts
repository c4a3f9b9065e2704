import { expect, test } from 'vitest'
import { safePaint } from './safe-mode-storage.ts'

/** Runs the inline script of Safe Mode with a fake document and storage. */
function run(stored: Record<string, string>, cookie = '') {
  const cleared: string[] = []
  const written: string[] = []
  const page = {} as { localStorage: Storage; sessionStorage: Storage }
  const local = { ...stored, length: Object.keys(stored).length, clear: () => cleared.push('local') }
  const document = {
    get cookie() {
      return cookie
    },
    set cookie(text: string) {
      written.push(text.split(';')[0] ?? '')
    },
  }
  const script = new Function('window', 'document', 'localStorage', 'sessionStorage', safePaint)
  script(page, document, local, { clear: () => cleared.push('session') })
  return { page, cleared, written }
}

test('Safe Mode clears the storage, and moves the settings to the cookie', () => {
  const stored = { unfogTheme: 'dark', unfogDemoTourState: '{"currentStep":3}', unfogQuickHideSeconds: '5' }
  const { page, cleared, written } = run(stored)
  expect(cleared.toSorted()).toEqual(['local', 'session'])
  expect(written).toEqual(['__Host-look=t.dark-w.5'])
  expect(page.localStorage.getItem('unfogTheme')).toBe('dark')
  expect(page.localStorage.getItem('unfogDemoTourState')).toBeNull()
  expect(page.localStorage.getItem('unfogQuickHideTipDismissed')).toBe('true')
})

test('Safe Mode reads the settings from the cookie on the next page, and stores nothing else', () => {
  const { page, cleared, written } = run({}, '__Host-signed-in=1; __Host-look=t.dark-s.off')
  expect([cleared, written]).toEqual([['session'], []])
  expect(page.localStorage.getItem('unfogQuickHideShortcut')).toBe('off')
  page.sessionStorage.setItem('scroll', '{"x":1}')
  expect(written).toEqual([])
  page.localStorage.setItem('unfogQuickHideSeconds', '3')
  page.localStorage.removeItem('unfogTheme')
  expect(written).toEqual(['__Host-look=t.dark-s.off-w.3', '__Host-look=s.off-w.3'])
})

test('Safe Mode ignores a cookie with invalid settings', () => {
  const { page } = run({}, '__Host-look=constructor.x-t-__proto__.y')
  expect(page.localStorage.getItem('unfogTheme')).toBeNull()
  expect(page.localStorage.getItem('constructor')).toBeNull()
})
