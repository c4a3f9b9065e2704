import * as messages from './messages.en.yaml'

/** Public pages are cached, with links to sign-up; signed-in users get toggle buttons. */
const heartSelector = 'a[href*="&save="]'

/** To restore after sign-out. */
const linkByButton = new Map<HTMLButtonElement, HTMLAnchorElement>()

const isSignedIn = () => 'signedIn' in document.documentElement.dataset
const slugOf = (link: HTMLAnchorElement) => new URL(link.href).searchParams.get('save') ?? ''

let isLoading = false

/** If the server does not answer, the links stay. */
async function updateHearts() {
  const heartLinks = [...document.querySelectorAll<HTMLAnchorElement>(heartSelector)]
  if (isLoading || heartLinks.length === 0 || !isSignedIn()) return
  isLoading = true
  try {
    const response = await fetch(`/api/saved-terms?slugs=${heartLinks.map(slugOf)}`)
    if (!response.ok) return
    const { saved_terms }: { saved_terms: { term: { slug: string } }[] } = await response.json()
    const saved = new Set(saved_terms.map(({ term }) => term.slug))
    if (isSignedIn())
      for (const link of heartLinks) link.replaceWith(buttonFor(link, saved.has(slugOf(link))))
  } catch (thrown) {
    console.warn('Favorites could not be looked up', thrown)
  } finally {
    isLoading = false
  }
}

function buttonFor(link: HTMLAnchorElement, saved: boolean): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = link.className
  button.append(...copyNodes(link))
  // `<use>` shares one SVG symbol; a copy can be filled on its own.
  const iconHref = button.querySelector('use')?.getAttribute('href')
  const heart = iconHref && document.querySelector(iconHref)?.cloneNode(true)
  if (heart instanceof Element) {
    heart.removeAttribute('id')
    heart.setAttribute('class', 'icon')
    button.querySelector('svg')?.replaceWith(heart)
  }
  updateButton(button, link, saved)
  button.addEventListener('click', () => toggle(button, link))
  linkByButton.set(button, link)
  return button
}

/** As favorites/ui/heart.tsx. */
function updateButton(button: HTMLButtonElement, link: HTMLAnchorElement, saved: boolean) {
  button.dataset.saved = String(saved)
  button.querySelector('svg')?.setAttribute('fill', saved ? 'currentColor' : 'none')
  const label = button.querySelector('span')
  if (!label) {
    button.setAttribute('aria-label', link.getAttribute('aria-label') ?? '')
    button.setAttribute('aria-pressed', String(saved))
    return
  }
  if (saved) {
    button.setAttribute(
      'aria-label',
      messages.savedRemoveEllipsis().replace('…', () => termIn(link)),
    )
    label.textContent = messages.saved()
  } else {
    button.removeAttribute('aria-label')
    label.replaceChildren(...copyNodes(link.querySelector('span')))
  }
}

const copyNodes = (parent: Element | null) =>
  [...(parent?.childNodes ?? [])].map((node) => node.cloneNode(true))

/** The term in a link's sentence. */
function termIn({ textContent }: HTMLAnchorElement): string {
  const [before = '', after = ''] = messages.saveEllipsis().split('…')
  return (textContent ?? '').slice(before.length, -after.length || undefined)
}

/** Reverts when the request fails. */
async function toggle(button: HTMLButtonElement, link: HTMLAnchorElement) {
  if (button.hasAttribute('aria-disabled')) return
  const save = button.dataset.saved === 'false'
  button.setAttribute('aria-disabled', 'true')
  showError(button, '')
  updateButton(button, link, save)
  try {
    const term = await parseResponse(await fetch(`/api/terms/${slugOf(link)}`))
    const response = await fetch(`/api/saved-terms/${term.id}`, { method: save ? 'PUT' : 'DELETE' })
    if (response.status === 401) return location.assign(link.href)
    await parseResponse(response)
  } catch (thrown) {
    console.error('A favorite could not be changed', thrown)
    updateButton(button, link, !save)
    showError(button, thrown instanceof ForbiddenError ? thrown.message : messages.toggleFailed())
  } finally {
    button.removeAttribute('aria-disabled')
  }
}

/** Its message is for the user. */
class ForbiddenError extends Error {}

async function parseResponse(response: Response): Promise<{ id?: string }> {
  if (response.status === 204) return {}
  const body = await response.json()
  if (response.status === 403) throw new ForbiddenError(body.detail)
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  return body
}

function showError(button: Element, text: string) {
  const container = button.closest('.card') ?? button.parentElement
  container?.querySelector('[data-error]')?.remove()
  if (!text) return
  const message = document.createElement('span')
  message.setAttribute('role', 'alert')
  message.dataset.error = ''
  message.className = 'form-problem'
  message.textContent = text
  container?.append(message)
}

function restoreLinks() {
  for (const [button, link] of linkByButton) {
    showError(button, '')
    button.replaceWith(link)
  }
  linkByButton.clear()
}

updateHearts()
// Lists load more terms.
const main = document.querySelector('main')
if (main) new MutationObserver(updateHearts).observe(main, { childList: true, subtree: true })
new MutationObserver(() => isSignedIn() || restoreLinks()).observe(document.documentElement, {
  attributeFilter: ['data-signed-in'],
})
// Another tab changed the user.
if ('BroadcastChannel' in window)
  new BroadcastChannel('session').addEventListener('message', ({ data }) => {
    if (data.event === 'SIGNED_OUT' || data.event === 'SIGNED_IN') restoreLinks()
  })
