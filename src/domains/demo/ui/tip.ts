import { driver, type PopoverDOM } from 'driver.js'
import { type Step, steps } from '../tour.rules.ts'
import { makeOthersInert } from './make-others-inert.ts'

type Actions = { next: () => void; back: () => void; exit: () => void; pause: () => void }

const words = 'tour-progress driver-popover-description'

/**
 * The tip of the tour, by driver.js: it draws, we decide. Its keys and its trap for the focus are off, since they would keep
 * people from Quick Hide, and ESC has a meaning of its own (safety points 15 and 17). It comes in a chunk of its own.
 */
export function createTip(actions: Actions) {
  const drawing = driver({
    animate: false,
    allowKeyboardControl: false,
    // A click beside it is no decision.
    overlayClickBehavior: () => {},
    overlayColor: '#0a0e10',
    overlayOpacity: 0.6,
    stagePadding: 8,
    stageRadius: 14,
    popoverOffset: 8,
  })
  let restorePage = () => {}

  function onKeydown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.repeat || event.isComposing || event.defaultPrevented) return
    actions.pause()
  }

  function hide() {
    document.removeEventListener('keydown', onKeydown)
    delete document.documentElement.dataset.rehearsal
    restorePage()
    restorePage = () => {}
    drawing.destroy()
  }

  function show(place: number) {
    hide()
    const step = steps[place]
    if (!step) return
    const found = document.querySelector<HTMLElement>(step.target)
    const target = found?.checkVisibility() ? found : undefined
    // Where there is nothing to click, there is Next.
    const clicks = step.click && target !== undefined
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : undefined
    drawing.highlight({
      ...(target && { element: target }),
      popover: {
        title: step.title,
        description: step.text,
        ...(step.side && { side: step.side }),
        showButtons: [
          'close',
          ...(place > 0 ? ['previous' as const] : []),
          ...(clicks ? [] : ['next' as const]),
        ],
        nextBtnText: place === steps.length - 1 ? 'Finish' : 'Next',
        prevBtnText: 'Back',
        showProgress: true,
        progressText: `Step ${place + 1} of ${steps.length}`,
        onNextClick: actions.next,
        onPrevClick: actions.back,
        onCloseClick: actions.exit,
        onPopoverRender: (tip) => arrangePopover(tip, step),
      },
    })
    // A drawing, outside of all landmarks.
    document.querySelector('.driver-overlay')?.setAttribute('aria-hidden', 'true')
    const { popover, __events } = drawing.getState() as {
      popover: PopoverDOM
      __events: { onKeydown: (event: KeyboardEvent) => void }
    }
    removeEventListener('keydown', __events.onKeydown)
    document.addEventListener('keydown', onKeydown)
    // It says of whatever is shown that it opens something: that is not so.
    for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) target?.removeAttribute(name)
    const kept = ['body > quick-hide', '.driver-overlay'].flatMap(
      (each) => document.querySelector(each) ?? [],
    )
    const restore = makeOthersInert([...kept, popover.wrapper, ...(clicks ? [target] : [])])
    if (clicks) target.setAttribute('aria-describedby', words)
    restorePage = () => {
      restore()
      if (clicks) target.removeAttribute('aria-describedby')
    }
    const first = clicks ? target : popover.nextButton
    // Who has just come to Quick Hide by keys is not taken away from it.
    const stays = focused?.closest('quick-hide') ? focused : first
    stays.focus({ preventScroll: true })
  }

  return { show, hide }
}

/** In the order of eyes and keys: how far, what, then Exit, Back and Next. */
function arrangePopover(
  { wrapper, title, description, footer, progress, closeButton }: PopoverDOM,
  step: Step,
) {
  progress.id = 'tour-progress'
  wrapper.insertBefore(progress, title)
  wrapper.setAttribute('aria-describedby', words)
  // A header and a footer outside of an article would be those of the page.
  title.setAttribute('role', 'presentation')
  const heading = document.createElement('h2')
  heading.textContent = step.title
  title.replaceChildren(heading)
  footer.setAttribute('role', 'group')
  footer.setAttribute('aria-label', 'Tour')
  closeButton.textContent = 'Exit'
  closeButton.setAttribute('aria-label', 'Exit the tour')
  footer.prepend(closeButton)
  if (step.rehearse) description.append(rehearsal())
}

/** What Quick Hide does, shown without leaving: the page is covered, and the real eye stays the real one. */
function rehearsal(): HTMLElement {
  const { dataset } = document.documentElement
  const box = document.createElement('div')
  box.className = 'tour-rehearsal'
  const told = document.createElement('p')
  told.setAttribute('role', 'status')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'driver-popover-footer-btn'
  const say = () => {
    const covered = 'rehearsal' in dataset
    button.textContent = covered ? 'Bring the page back' : 'Show me'
    told.textContent = covered
      ? 'The page is gone from the screen. For real, a recipe website opens in its place, and Back does not lead here. The browser’s history still has the addresses.'
      : ''
  }
  button.addEventListener('click', () => {
    if ('rehearsal' in dataset) delete dataset.rehearsal
    else dataset.rehearsal = ''
    say()
  })
  say()
  box.append(told, button)
  return box
}
