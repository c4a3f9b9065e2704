import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import * as messages from '../messages.en.yaml'

/** Shorter navigations show no spinner (milliseconds). */
const spinnerDelay = 150

/** Focuses `main`, or the field that a page starts in, and announces the title, as document loads do (WCAG 2.4.3, 4.1.3). */
export function RouteChange() {
  const { state, location: next } = useNavigation()
  const { key, pathname } = useLocation()
  const [slow, setSlow] = useState(false)
  const [title, setTitle] = useState('')
  const lastLocation = useRef({ key, pathname })

  useClientNavigation()

  // A submitted form's button shows its progress.
  const loading = state === 'loading' && next?.pathname !== pathname
  useEffect(() => {
    if (!loading) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), spinnerDelay)
    return () => clearTimeout(timer)
  }, [loading])

  useEffect(() => {
    const previous = lastLocation.current
    lastLocation.current = { key, pathname }
    if (previous.key === key || previous.pathname === pathname) return
    const main = document.querySelector<HTMLElement>('main')
    const start = main?.querySelector<HTMLElement>('[data-start]') ?? main
    start?.focus({ preventScroll: true })
    // In Safe Mode all titles are the same.
    const heading = document.querySelector('main h1')?.textContent
    setTitle((document.documentElement.dataset.path && heading) || document.title)
  }, [key, pathname])

  return (
    <>
      {slow && (
        <p className="loading">
          <span className="spinner" aria-hidden="true" />
          {messages.loading()}
        </p>
      )}
      <p role="status" className="visually-hidden">
        {slow ? messages.loading() : title}
      </p>
    </>
  )
}

/** Navigates shared plain links on the client, so an offline error keeps the page. */
function useClientNavigation() {
  const navigate = useNavigate()
  // In Safe Mode `window.location` is always the same.
  const currentLocation = useLocation()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]')
      const isNotPlainClick =
        event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (!link || isNotPlainClick || event.defaultPrevented || link.target || link.hasAttribute('download'))
        return
      const { origin, pathname, search, hash } = new URL(link.href)
      const isSamePage = pathname === currentLocation.pathname && search === currentLocation.search
      if (origin !== location.origin || isSamePage || areaOf(pathname) !== areaOf(currentLocation.pathname))
        return
      event.preventDefault()
      // A document load would close it too.
      link.closest('dialog')?.close()
      navigate(pathname + search + hash)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [navigate, currentLocation])
}

const areaOf = (path: string) => path.split('/')[1]
