import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { keepBlank } from './domains/safety/keep-blank.element.ts'
import { Inlined } from './inlined.ts'

/** What an interactive page runs besides `entry.public.ts` (docs/decisions/004): React takes over what the server wrote. */
const textOf = (part: string) => document.querySelector(part)?.textContent ?? undefined
const css = textOf('style[data-page]')
const paint = textOf('script[data-paint]')
const safe = textOf('script[data-page]')

keepBlank()

/**
 * Whether the browser is one that React's rooms were made for, told by one of the youngest parts of all of these (docs/decisions/025).
 * In an older one they would stop while they are drawn, and "Something went wrong" would stand in place of forms that work.
 */
const isYoungEnough = 'findLast' in []

const takeOver = () =>
  isYoungEnough &&
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Inlined value={{ css, paint, safe }}>
          <HydratedRouter />
        </Inlined>
      </StrictMode>,
    )
  })

// React Router sends this as soon as it is there (`async`), which on a slow line is before Safe Mode's module: the router would take
// the one address for where it is, and React would never take the page over.
const first = document.querySelector<HTMLScriptElement>('script[data-first]')
if (first) import(/* @vite-ignore */ first.src).then(takeOver)
else takeOver()
