import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { browserTimeZone } from '../../../../ui/local-date/time-zone.ts'
import { printTitle } from '../paper.rules.ts'

/** Of the heads of pages (ui/paper.css); in memory only. */
const headProperty = '--paper-head'

/**
 * Gives the document a neutral title while it is printed, also by the browser's own menu. Afterwards the title is restored unless another
 * one is there: Quick Hide sets its own.
 *
 * @returns when it was printed last, or is about to be
 */
export function usePrinting(): Date {
  const [printedAt, setPrintedAt] = useState(() => new Date())
  useEffect(() => {
    let title: { before: string; printed: string } | undefined
    const begin = () => {
      const now = new Date()
      const printed = printTitle(now, browserTimeZone())
      title = { before: title?.before ?? document.title, printed }
      document.title = printed
      document.documentElement.style.setProperty(headProperty, JSON.stringify(printed))
      // The page is laid out for paper as soon as this returns.
      flushSync(() => setPrintedAt(now))
    }
    const end = () => {
      if (title && document.title === title.printed) document.title = title.before
      title = undefined
      document.documentElement.style.removeProperty(headProperty)
    }
    const stop = () => {
      end()
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
      document.removeEventListener('quickhide:exit', stop)
    }
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    document.addEventListener('quickhide:exit', stop)
    return stop
  }, [])
  return printedAt
}
