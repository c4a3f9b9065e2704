import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { pageSize } from '../entries.rules.ts'

/** What someone has chosen to see of the list. */
export type ListView = { typed: string; shown: number }

/** How the list was left: what was searched for, how far it was scrolled, and the link that was followed. */
type LeftView = ListView & { key: string; scroll: number; link: string | undefined }

/**
 * In memory alone: what is searched for must not be in an address, nor in the state of the browser's history, which it writes to its
 * files (safety points 12 and 23). It is gone with the page.
 */
let left: LeftView | undefined

/** What a link or a deletion that leads back to the list sends along, so that it is found as it was left. */
export const backToList = { state: { back: true }, preventScrollReset: true }

/** The list as it was left, when Back or a link that says so leads back to it; else as it begins. */
export function useListView(): ListView {
  const { key, state } = useLocation()
  const [{ view, comesBack }] = useState(() => ({
    view:
      left && (left.key === key || state?.back)
        ? left
        : { typed: '', shown: pageSize, key, scroll: 0, link: undefined },
    comesBack: left?.key === key || state?.back === true,
  }))

  useLayoutEffect(() => {
    left = view
    view.key = key
  }, [view, key])

  useLayoutEffect(() => {
    if (comesBack) scrollTo(0, view.scroll)
    const follow = () => {
      view.scroll = scrollY
    }
    addEventListener('scroll', follow, { passive: true })
    return () => {
      removeEventListener('scroll', follow)
      view.link = document.activeElement?.getAttribute('href') ?? undefined
    }
  }, [view, comesBack])

  useEffect(() => {
    if (!comesBack || !view.link) return
    // After the frame of the area, which takes the focus to the start of every page.
    const timer = setTimeout(() => focusLink(view.link))
    return () => clearTimeout(timer)
  }, [view, comesBack])

  return view
}

const focusLink = (href = '') =>
  document.querySelector<HTMLElement>(`[data-items] a[href="${href}"]`)?.focus({ preventScroll: true })
