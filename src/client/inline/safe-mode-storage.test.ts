import { expect, test } from 'vitest'
import { safePaint } from './safe-mode-storage.ts'

/** Runs what stands in the head of a page of Safe Mode, in a browser that kept this. */
function paint(kept: Record<string, string>, cookie = '') {
  const cleared: string[] = []
  const written: string[] = []
  const page = {} as { localStorage: Storage; sessionStorage: Storage }
  const local = { ...kept, length: Object.keys(kept).length, clear: () => cleared.push('local') }
  const document = {
    get cookie() {
      return cookie
    },
    set cookie(text: string) {
      written.push(text.split(';')[0] ?? '')
    },
  }
  const run = new Function('window', 'document', 'localStorage', 'sessionStorage', safePaint)
  run(page, document, local, { clear: () => cleared.push('session') })
  return { page, cleared, written }
}

test('what was kept is wiped; the choices that make the site usable go into the cookie', () => {
  const kept = { unfogTheme: 'dark', unfogDemoTourState: '{"currentStep":3}', unfogQuickHideSeconds: '5' }
  const { page, cleared, written } = paint(kept)
  expect(cleared.toSorted()).toEqual(['local', 'session'])
  expect(written).toEqual(['__Host-look=t.dark-w.5'])
  expect(page.localStorage.getItem('unfogTheme')).toBe('dark')
  expect(page.localStorage.getItem('unfogDemoTourState')).toBeNull()
  expect(page.localStorage.getItem('unfogQuickHideTipDismissed')).toBe('true')
})

test('on the next page they hold by the cookie, and what else is kept goes nowhere', () => {
  const { page, cleared, written } = paint({}, '__Host-signed-in=1; __Host-look=t.dark-s.off')
  expect([cleared, written]).toEqual([['session'], []])
  expect(page.localStorage.getItem('unfogQuickHideShortcut')).toBe('off')
  page.sessionStorage.setItem('scroll', '{"x":1}')
  expect(written).toEqual([])
  page.localStorage.setItem('unfogQuickHideSeconds', '3')
  page.localStorage.removeItem('unfogTheme')
  expect(written).toEqual(['__Host-look=t.dark-s.off-w.3', '__Host-look=s.off-w.3'])
})

test('a strange cookie is passed over', () => {
  const { page } = paint({}, '__Host-look=constructor.x-t-__proto__.y')
  expect(page.localStorage.getItem('unfogTheme')).toBeNull()
  expect(page.localStorage.getItem('constructor')).toBeNull()
})
