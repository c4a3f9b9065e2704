import { driver, type PopoverDOM } from 'driver.js'
import * as messages from '../messages.en.yaml'
import { type Step, steps } from '../tour-steps.rules.ts'

export type TourActions = { next: () => void; back: () => void; exit: () => void; pause: () => void }

const describedBy = 'tour-progress driver-popover-description'

/** driver.js without keyboard control and focus trap: they block Quick Hide (safety points 15 and 17). */
export function createTip(actions: { current: TourActions }) {
  const drawing = driver({
    animate: false,
    allowKeyboardControl: false,
    // Ignore clicks outside.
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
    actions.current.pause()
  }

  function hide() {
    document.removeEventListener('keydown', onKeydown)
    delete document.documentElement.dataset.rehearsal
    restorePage()
    restorePage = () => {}
    drawing.destroy()
  }

  function show(index: number) {
    hide()
    const step = steps[index]
    if (!step) return
    const element = document.querySelector<HTMLElement>(step.target)
    const target = element?.checkVisibility() ? element : undefined
    const needsClick = step.click && target !== undefined
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : undefined
    drawing.highlight({
      ...(target && { element: target }),
      popover: {
        title: step.title(),
        description: step.text(),
        ...(step.side && { side: step.side }),
        showButtons: [
          'close',
          ...(index > 0 ? ['previous' as const] : []),
          ...(needsClick ? [] : ['next' as const]),
        ],
        nextBtnText: index === steps.length - 1 ? messages.finish() : messages.next(),
        prevBtnText: messages.back(),
        showProgress: true,
        progressText: messages.progress({ step: index + 1, total: steps.length }),
        onNextClick: () => actions.current.next(),
        onPrevClick: () => actions.current.back(),
        onCloseClick: () => actions.current.exit(),
        onPopoverRender: (tip) => arrangePopover(tip, step),
      },
    })
    // Decorative, and outside all landmarks.
    document.querySelector('.driver-overlay')?.setAttribute('aria-hidden', 'true')
    const { popover, __events } = drawing.getState() as {
      popover: PopoverDOM
      __events: { onKeydown: (event: KeyboardEvent) => void }
    }
    removeEventListener('keydown', __events.onKeydown)
    document.addEventListener('keydown', onKeydown)
    // driver.js marks every target as opening a popup.
    for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) target?.removeAttribute(name)
    const active = ['body > quick-hide', '.driver-overlay'].flatMap(
      (each) => document.querySelector(each) ?? [],
    )
    const restore = makeOthersInert([...active, popover.wrapper, ...(needsClick ? [target] : [])])
    if (needsClick) target.setAttribute('aria-describedby', describedBy)
    restorePage = () => {
      restore()
      if (needsClick) target.removeAttribute('aria-describedby')
    }
    // Never move the focus away from Quick Hide.
    const nextFocus = focused?.closest('quick-hide') ? focused : needsClick ? target : popover.nextButton
    nextFocus.focus({ preventScroll: true })
  }

  return { show, hide }
}

/** Reading and tab order: progress, text, Exit, Back, Next. */
function arrangePopover(
  { wrapper, title, description, footer, progress, closeButton }: PopoverDOM,
  step: Step,
) {
  progress.id = 'tour-progress'
  wrapper.insertBefore(progress, title)
  wrapper.setAttribute('aria-describedby', describedBy)
  // driver.js uses `header` and `footer`, landmarks outside an article.
  title.setAttribute('role', 'presentation')
  const heading = document.createElement('h2')
  heading.textContent = step.title()
  title.replaceChildren(heading)
  footer.setAttribute('role', 'group')
  footer.setAttribute('aria-label', messages.tour())
  closeButton.textContent = messages.exit()
  closeButton.setAttribute('aria-label', messages.exitTour())
  footer.prepend(closeButton)
  if (step.rehearse) description.append(rehearsal())
}

/** The real Quick Hide keeps working. */
function rehearsal(): HTMLElement {
  const { dataset } = document.documentElement
  const box = document.createElement('div')
  box.className = 'tour-rehearsal'
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'driver-popover-footer-btn'
  const update = () => {
    const covered = 'rehearsal' in dataset
    button.textContent = covered ? messages.bringBack() : messages.showMe()
    status.textContent = covered ? messages.rehearsed() : ''
  }
  button.addEventListener('click', () => {
    if ('rehearsal' in dataset) delete dataset.rehearsal
    else dataset.rehearsal = ''
    update()
  })
  update()
  box.append(status, button)
  return box
}

/** Makes the rest inert, like a modal dialog; returns the undo. Pass Quick Hide too (safety point 1). */
function makeOthersInert(active: Element[]): () => void {
  const inert: Element[] = []
  const visit = (parent: Element) => {
    for (const child of parent.children) {
      if (active.includes(child)) continue
      if (active.some((each) => child.contains(each))) visit(child)
      else if (!child.hasAttribute('inert') && !/^(?:SCRIPT|STYLE|LINK|TEMPLATE)$/.test(child.tagName)) {
        child.setAttribute('inert', '')
        inert.push(child)
      }
    }
  }
  visit(document.body)
  return () => {
    for (const element of inert) element.removeAttribute('inert')
  }
}
