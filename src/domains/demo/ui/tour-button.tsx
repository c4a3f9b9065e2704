import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as messages from '../messages.en.yaml'
import { nearestStep, readTourState, stepPages, tourKeys } from '../tour.rules.ts'
import { readStored, writeStored } from './safe-local-storage.ts'
import type { createTip, TourActions } from './tip.ts'
import { useIsWide } from './use-is-wide.ts'

const tourButton = 'tour-button'

/** Hidden without JavaScript. */
export function TourButton() {
  const { paused, start } = useTour()
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return (
    <button
      type="button"
      id={tourButton}
      className={ready ? 'btn btn-quiet' : 'btn btn-quiet invisible'}
      onClick={start}
    >
      {paused ? messages.continueTour() : messages.takeTour()}
    </button>
  )
}

type TourPosition = { step?: number | undefined; paused?: number | undefined }

/** Specification point 4, "Demo tour". */
function useTour() {
  const pathname = useLocation().pathname.replace(/\/$/, '')
  const navigate = useNavigate()
  const wide = useIsWide()
  const [{ step, paused }, setPosition] = useState<TourPosition>({})
  /** Where the tour itself is navigating. */
  const ownNavigation = useRef<string>(undefined)
  /** The focus moves to the tour's button. */
  const ended = useRef(false)

  const go = useCallback(
    (to: number, replace = false) => {
      const page = stepPages[to]
      if (!page) return
      storeState(to, true)
      setPosition({ step: to })
      if (page === pathname) return
      ownNavigation.current = page
      navigate(page, { replace })
    },
    [navigate, pathname],
  )

  const end = useCallback(() => {
    writeStored(tourKeys.dismissed, 'true')
    writeStored(tourKeys.state, null)
    ended.current = true
    setPosition({})
  }, [])

  // Once, as soon as the window is wide enough.
  const started = useRef(false)
  useEffect(() => {
    if (!wide || started.current) return
    started.current = true
    const state = readTourState(readStored(tourKeys.state))
    if (state?.isActive) go(state.currentStep, true)
    else if (state) setPosition({ paused: state.currentStep })
    else if (pathname === stepPages[0] && readStored(tourKeys.dismissed) === null) go(0)
  }, [wide, pathname, go])

  // The user came to another page.
  useEffect(() => {
    if (step === undefined || ownNavigation.current === pathname) ownNavigation.current = undefined
    if (step === undefined || ownNavigation.current !== undefined || stepPages[step] === pathname) return
    const nearest = nearestStep(pathname, step)
    if (nearest !== undefined) go(nearest)
  }, [pathname, step, go])

  const shown = wide && step !== undefined && stepPages[step] === pathname ? step : undefined
  useTip(shown, {
    next: () => (shown === stepPages.length - 1 ? end() : go((shown ?? 0) + 1)),
    back: () => go(Math.max(0, (shown ?? 0) - 1)),
    exit: end,
    pause: () => {
      if (shown === undefined) return
      storeState(shown, false)
      ended.current = true
      setPosition({ paused: shown })
    },
  })

  // After the tip, which made the page inert.
  useEffect(() => {
    if (step !== undefined || !ended.current) return
    ended.current = false
    document.getElementById(tourButton)?.focus()
  }, [step])

  const start = () => {
    writeStored(tourKeys.dismissed, null)
    go(paused ?? 0)
  }
  return { paused: paused !== undefined, start }
}

const storeState = (currentStep: number, isActive: boolean) =>
  writeStored(tourKeys.state, JSON.stringify({ currentStep, isActive, lastPage: stepPages[currentStep] }))

/** Loads driver.js on first use. */
function useTip(shown: number | undefined, actions: TourActions) {
  const latest = useRef(actions)
  const tip = useRef<ReturnType<typeof createTip>>(undefined)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    if (shown === undefined) return tip.current?.hide()
    let cancelled = false
    const draw = async () => {
      const { createTip } = await import('./tip.ts')
      if (cancelled) return
      tip.current ??= createTip(latest)
      tip.current.show(shown)
    }
    draw().catch((thrown) => console.error('The tour could not be shown', thrown))
    return () => {
      cancelled = true
    }
  }, [shown])
  // On leaving the demo.
  useEffect(() => () => tip.current?.hide(), [])
}
