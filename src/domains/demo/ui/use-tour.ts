import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { nearestStep, readTourState, steps, tourKeys } from '../tour.rules.ts'
import { readStored, writeStored } from './safe-local-storage.ts'
import type { createTip } from './tip.ts'
import { useIsWide } from './use-is-wide.ts'

export const tourButton = 'tour-button'

/** Where the tour is: not there, at a step, or put aside at one. */
type Place = { step?: number | undefined; paused?: number | undefined }

/**
 * The tour of the demo (specification point 4, "Demo tour"). It starts fresh at `/demo/home`, unless it was dismissed; a state that
 * the browser kept goes on at its step, on that step's page.
 *
 * @returns `paused` when ESC has put it aside, and `start`, which goes on there or begins
 */
export function useTour() {
  const pathname = useLocation().pathname.replace(/\/$/, '')
  const navigate = useNavigate()
  const wide = useIsWide()
  const [{ step, paused }, setPlace] = useState<Place>({})
  /** The page that we are on the way to ourselves. */
  const ownNavigation = useRef<string>(undefined)
  /** The person has left the tour: their focus goes to where it can be taken again. */
  const ended = useRef(false)

  const go = useCallback(
    (to: number, replace = false) => {
      const page = steps[to]?.page
      if (!page) return
      storeState(to, true)
      setPlace({ step: to })
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
    setPlace({})
  }, [])

  // What the browser kept, or a fresh start; once, and not before there is room for it.
  const started = useRef(false)
  useEffect(() => {
    if (!wide || started.current) return
    started.current = true
    const state = readTourState(readStored(tourKeys.state))
    if (state?.isActive) go(state.currentStep, true)
    else if (state) setPlace({ paused: state.currentStep })
    else if (pathname === steps[0]?.page && readStored(tourKeys.dismissed) === null) go(0)
  }, [wide, pathname, go])

  // Another room was entered: by a link that the tour asked for, by Back, or by address.
  useEffect(() => {
    if (step === undefined || ownNavigation.current === pathname) ownNavigation.current = undefined
    if (step === undefined || ownNavigation.current !== undefined || steps[step]?.page === pathname) return
    const nearest = nearestStep(pathname, step)
    if (nearest !== undefined) go(nearest)
  }, [pathname, step, go])

  const shown = wide && step !== undefined && steps[step]?.page === pathname ? step : undefined
  useTip(shown, {
    next: () => (shown === steps.length - 1 ? end() : go((shown ?? 0) + 1)),
    back: () => go(Math.max(0, (shown ?? 0) - 1)),
    exit: end,
    pause: () => {
      if (shown === undefined) return
      storeState(shown, false)
      ended.current = true
      setPlace({ paused: shown })
    },
  })

  // After the tip has gone, which held the page out of reach.
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
  writeStored(tourKeys.state, JSON.stringify({ currentStep, isActive, lastPage: steps[currentStep]?.page }))

type Actions = Parameters<typeof createTip>[0]

/** Shows the tip of a step, or none. What draws it is fetched when the first one is wanted. */
function useTip(shown: number | undefined, actions: Actions) {
  const latest = useRef(actions)
  const tip = useRef<ReturnType<typeof createTip>>(undefined)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    if (shown === undefined) return tip.current?.hide()
    let over = false
    const draw = async () => {
      const { createTip } = await import('./tip.ts')
      if (over) return
      tip.current ??= createTip({
        next: () => latest.current.next(),
        back: () => latest.current.back(),
        exit: () => latest.current.exit(),
        pause: () => latest.current.pause(),
      })
      tip.current.show(shown)
    }
    draw().catch((thrown) => console.error('The tour could not be shown', thrown))
    return () => {
      over = true
    }
  }, [shown])
  // The demo is left for another page of ours.
  useEffect(() => () => tip.current?.hide(), [])
}
