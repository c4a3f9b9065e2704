import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { keepBlank } from './domains/safety/keep-blank.element.ts'
import { Inlined } from './inlined.ts'

/** What an interactive page runs besides `entry.public.ts` (docs/decisions/004): React takes over what the server wrote. */
const css = document.querySelector('style[data-page]')?.textContent ?? undefined
const safe = document.querySelector('script[data-page]')?.textContent ?? undefined

keepBlank()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Inlined value={{ css, safe }}>
        <HydratedRouter />
      </Inlined>
    </StrictMode>,
  )
})
