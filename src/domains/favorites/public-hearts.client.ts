import { favoriteToasts } from './favorites.rules.ts'

/**
 * Public pages are the same for everyone, so their hearts are links that lead to an account. For somebody who is signed in this puts a
 * button in the place of each: it shows whether the term is saved, and saves or removes it without leaving the page.
 */
const hearts = 'a[href*="&save="]'

/** The link that each button stands for, and comes back when the person has signed out. */
const links = new Map<HTMLButtonElement, HTMLAnchorElement>()

const isSignedIn = () => 'signedIn' in document.documentElement.dataset
const slugOf = (link: HTMLAnchorElement) => new URL(link.href).searchParams.get('save') ?? ''

let asking = false

/** Asks which of the terms on the page are saved. Without an answer the links stay as they are. */
async function showSaved() {
  const found = [...document.querySelectorAll<HTMLAnchorElement>(hearts)]
  if (asking || found.length === 0 || !isSignedIn()) return
  asking = true
  try {
    const answer = await fetch(`/api/saved-terms?slugs=${found.map(slugOf)}`)
    if (!answer.ok) return
    const { saved_terms }: { saved_terms: { term: { slug: string } }[] } = await answer.json()
    const saved = new Set(saved_terms.map(({ term }) => term.slug))
    if (isSignedIn()) for (const link of found) link.replaceWith(buttonFor(link, saved.has(slugOf(link))))
  } catch (thrown) {
    console.warn('Favorites could not be looked up', thrown)
  } finally {
    asking = false
  }
}

function buttonFor(link: HTMLAnchorElement, saved: boolean): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = link.className
  button.append(...[...link.childNodes].map((node) => node.cloneNode(true)))
  // In a list all hearts are drawn from one, which cannot be filled for some.
  const drawn = button.querySelector('use')?.getAttribute('href')
  const heart = drawn && document.querySelector(drawn)?.cloneNode(true)
  if (heart instanceof Element) {
    heart.removeAttribute('id')
    heart.setAttribute('class', 'icon')
    button.querySelector('svg')?.replaceWith(heart)
  }
  show(button, link, saved)
  button.addEventListener('click', () => toggle(button, link))
  links.set(button, link)
  return button
}

/** In a list it is a toggle with one name; where its words are seen they say what is, and what pressing does (favorites/ui/heart.tsx). */
function show(button: HTMLButtonElement, link: HTMLAnchorElement, saved: boolean) {
  button.dataset.saved = String(saved)
  button.querySelector('svg')?.setAttribute('fill', saved ? 'currentColor' : 'none')
  const words = button.querySelector('span')
  if (!words) {
    button.setAttribute('aria-label', link.getAttribute('aria-label') ?? '')
    button.setAttribute('aria-pressed', String(saved))
    return
  }
  const term = (link.textContent ?? '').replace(/^Save | to favorites$/g, '')
  const forEars = document.createElement('span')
  forEars.className = 'visually-hidden'
  forEars.textContent = saved ? `: remove ${term} from favorites` : ` ${term} to favorites`
  words.replaceChildren(saved ? 'Saved' : 'Save', forEars)
}

/** It answers at once, and goes back when the server refuses. */
async function toggle(button: HTMLButtonElement, link: HTMLAnchorElement) {
  if (button.hasAttribute('aria-disabled')) return
  const save = button.dataset.saved === 'false'
  button.setAttribute('aria-disabled', 'true')
  sayProblem(button, '')
  show(button, link, save)
  try {
    const term = await read(await fetch(`/api/terms/${slugOf(link)}`))
    const answer = await fetch(`/api/saved-terms/${term.id}`, { method: save ? 'PUT' : 'DELETE' })
    if (answer.status === 401) return location.assign(link.href)
    await read(answer)
  } catch (thrown) {
    console.error('A favorite could not be changed', thrown)
    show(button, link, !save)
    sayProblem(button, thrown instanceof Refused ? thrown.message : favoriteToasts.toggleFailed.description)
  } finally {
    button.removeAttribute('aria-disabled')
  }
}

/** The server's own sentence, to be shown as it is. */
class Refused extends Error {}

async function read(answer: Response): Promise<{ id?: string }> {
  if (answer.status === 204) return {}
  const body = await answer.json()
  if (answer.status === 403) throw new Refused(body.detail)
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
  return body
}

function sayProblem(button: Element, words: string) {
  const place = button.closest('.card') ?? button.parentElement
  place?.querySelector('[data-error]')?.remove()
  if (!words) return
  const message = document.createElement('span')
  message.setAttribute('role', 'alert')
  message.dataset.error = ''
  message.className = 'form-problem'
  message.textContent = words
  place?.append(message)
}

/** The links come back: nothing of the person stays on the page. */
function forget() {
  for (const [button, link] of links) {
    sayProblem(button, '')
    button.replaceWith(link)
  }
  links.clear()
}

showSaved()
// A list brings other terms.
const main = document.querySelector('main')
if (main) new MutationObserver(showSaved).observe(main, { childList: true, subtree: true })
new MutationObserver(() => isSignedIn() || forget()).observe(document.documentElement, {
  attributeFilter: ['data-signed-in'],
})
// What another tab says: somebody has signed out, or somebody else in.
if ('BroadcastChannel' in window)
  new BroadcastChannel('session').addEventListener('message', ({ data }) => {
    if (data.event === 'SIGNED_OUT' || data.event === 'SIGNED_IN') forget()
  })
