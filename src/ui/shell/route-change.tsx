import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'

/** A change of pages shorter than this shows nothing (milliseconds): a flash is no help. */
const quick = 150

/**
 * What a browser does when it loads a page, where pages change in place: a Loading spinner while one is on its way, then the
 * focus at the start of the text and the new title said aloud (WCAG 2.2, 2.4.3 and 4.1.3).
 */
export function RouteChange() {
  const { state, location: next } = useNavigation()
  const { key, pathname } = useLocation()
  const [slow, setSlow] = useState(false)
  const [title, setTitle] = useState('')
  const shown = useRef({ key, pathname })

  useLinksInPlace()

  // A form that is sent says so on its own button.
  const loading = state === 'loading' && next?.pathname !== pathname
  useEffect(() => {
    if (!loading) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), quick)
    return () => clearTimeout(timer)
  }, [loading])

  useEffect(() => {
    const before = shown.current
    shown.current = { key, pathname }
    if (before.key === key || before.pathname === pathname) return
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    // In Safe Mode all titles are alike.
    const heading = document.querySelector('main h1')?.textContent
    setTitle((document.documentElement.dataset.path && heading) || document.title)
  }, [key, pathname])

  return (
    <>
      {slow && (
        <p className="loading">
          <span className="spinner" aria-hidden="true" />
          Loading
        </p>
      )}
      <p role="status" className="visually-hidden">
        {slow ? 'Loading' : title}
      </p>
    </>
  )
}

/**
 * Rooms that public pages show too hold plain links. Those to a page of the same area change it in place, as the area's own do:
 * what was read stays, and a line that is cut is a sentence on the page.
 */
function useLinksInPlace() {
  const navigate = useNavigate()
  // Not the address that the browser shows: in Safe Mode that is always the same one.
  const here = useLocation()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]')
      const other = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (!link || other || event.defaultPrevented || link.target || link.hasAttribute('download')) return
      const { origin, pathname, search, hash } = new URL(link.href)
      const stays = pathname === here.pathname && search === here.search
      if (origin !== location.origin || stays || areaOf(pathname) !== areaOf(here.pathname)) return
      event.preventDefault()
      // The menu's panel, which else went with its page.
      link.closest('dialog')?.close()
      navigate(pathname + search + hash)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate, here])
}

const areaOf = (path: string) => path.split('/')[1]
