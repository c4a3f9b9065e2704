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
