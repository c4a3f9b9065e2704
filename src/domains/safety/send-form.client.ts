/**
 * Sends the forms that post, wherever a script runs: once, however often the button is pressed, with a button that says so
 * (specification point 4, "Forms"), and without losing what was typed while the server cannot be reached, where the browser would
 * show its own error page. Without a script the browser sends them, and the server takes a second press for the first.
 */

type Sending = {
  /** Where the form goes. */
  to: URL
  /** The button that was pressed. */
  by: HTMLElement | null
  fields: URLSearchParams
  /** Goes to the page that an answer leads to. */
  go: (address: string) => void
  /**
   * Sends the form in another way, once the server has been reached, and says when that is done, unless the page is left. Left out,
   * this script sends it, and shows the answer in the page.
   */
  deliver?: (() => Promise<void> | void) | undefined
}

/** The server may take so long (milliseconds). */
const responseTimeoutMs = 30_000
/** A page that is not left by then was stopped on the way: the button can be pressed again (milliseconds). */
const navigationTimeoutMs = 10_000

const busyLabel = 'Saving...'
const unreachable = 'We couldn’t reach our server. Everything you typed is still here. Please try again.'

/** Forms that are being sent, and what makes each ready again. */
const resetByForm = new Map<HTMLFormElement, () => void>()

/** Sends a form, unless it is being sent already. */
export async function sendForm(
  form: HTMLFormElement,
  { to, by, fields, go, deliver }: Sending,
): Promise<void> {
  if (resetByForm.has(form)) return
  const reset = setBusy(form, by)
  try {
    if (await (deliver ? deliverWhenReachable(deliver) : post(form, to, fields, go)))
      return void setTimeout(reset, navigationTimeoutMs)
  } catch (thrown) {
    console.error('A form could not be sent', thrown)
    showProblem(form, unreachable)
  }
  reset()
}

/** @returns whether the page is left @throws when the server cannot be reached */
async function deliverWhenReachable(deliver: () => Promise<void> | void): Promise<boolean> {
  const { response } = await fetchText('/healthz', { cache: 'no-store' })
  if (!response.ok) throw response
  const done = deliver()
  await done
  return !done
}

/** @returns whether the page is left @throws where what was typed would be gone for nothing */
async function post(form: HTMLFormElement, to: URL, body: URLSearchParams, go: Sending['go']) {
  const { response, text } = await fetchText(to.href, {
    method: 'POST',
    body,
    headers: { 'X-Safe-Mode-Form': '1' },
  })
  const { status, headers } = response
  const isJson = headers.get('Content-Type')?.includes('json')
  const { detail, to: next } = isJson ? JSON.parse(text) : ({} as Record<string, undefined>)
  // A page may go on by itself, as one that leads to a provider does.
  const address = next ?? headers.get('Refresh')?.split('url=')[1]
  const main = new DOMParser().parseFromString(text, 'text/html').querySelector('main')
  if (address) go(address)
  else if (detail) showProblem(form, detail)
  else if (main && (status < 500 || main.querySelector('form'))) replaceMain(main, to)
  else throw response
  return Boolean(address)
}

/** @throws when nobody answers in time */
async function fetchText(address: string, request: RequestInit) {
  // Not `AbortSignal.timeout`, which browsers of 2022 do not have (docs/decisions/025).
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), responseTimeoutMs)
  const response = await fetch(address, { ...request, signal: controller.signal })
  const text = await response.text()
  clearTimeout(timer)
  return { response, text }
}

/** What a form sends, with the button that was pressed. */
export function formFields(form: HTMLFormElement, by: HTMLElement | null): URLSearchParams {
  const fields = toUrlParams(new FormData(form))
  const { name, value } = (by ?? {}) as HTMLButtonElement
  if (name) fields.append(name, value)
  return fields
}

export const toUrlParams = (fields: FormData): URLSearchParams =>
  new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))

/** Not `disabled`, which would lose the focus. @returns makes it ready again */
function setBusy(form: HTMLFormElement, by: HTMLElement | null): () => void {
  form.querySelector('[data-error]')?.remove()
  const button = by ?? (form.querySelector('button:not([type=button])') as HTMLElement)
  // The very nodes, which may be React's.
  const labelNodes = [...button.childNodes]
  button.textContent = busyLabel
  button.setAttribute('aria-disabled', 'true')
  const reset = () => {
    if (!resetByForm.delete(form)) return
    button.removeAttribute('aria-disabled')
    // React may have written other words meanwhile.
    if (button.textContent !== busyLabel) return
    button.textContent = ''
    button.append(...labelNodes)
  }
  resetByForm.set(form, reset)
  return reset
}

/** Puts the text of the page that came in the place of this one's. */
function replaceMain(newMain: Element, to: URL) {
  const main = document.importNode(newMain, true) as HTMLElement
  document.querySelector('main')?.replaceWith(main)
  if (to.pathname === location.pathname) history.replaceState(history.state, '', to)
  ;(main.querySelector<HTMLElement>('[autofocus]') ?? main).focus()
  // The answer may have changed who is signed in, which a page looks at when it comes (identity/sessions/session.client.ts).
  document.dispatchEvent(new Event('answered'))
}

function showProblem(form: HTMLFormElement, labelNodes: string) {
  const message = document.createElement('p')
  message.setAttribute('role', 'alert')
  message.dataset.error = ''
  message.className = 'form-problem'
  message.textContent = labelNodes
  form.append(message)
  message.scrollIntoView({ block: 'nearest' })
}

/**
 * Takes over the forms of a page, but for those by which somebody leaves: they wait for nothing.
 *
 * @param native whether the browser sends them, once the server has been reached: React holds the page, and an answer is a page of its own
 */
export function sendForms({ native = false } = {}) {
  // After all others: what a page sends by itself has said so.
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    const by = (event as SubmitEvent).submitter
    const to = new URL(form.action)
    if (event.defaultPrevented || form.method !== 'post' || /\/(?:leave|sign-out)$/.test(to.pathname)) return
    event.preventDefault()
    const isElsewhere = native || to.pathname !== location.pathname || form.closest('dialog')
    const deliver = isElsewhere ? () => submit(form, by) : undefined
    sendForm(form, {
      to,
      by,
      fields: formFields(form, by),
      deliver,
      go: (address) => location.assign(address),
    })
  })
  // What comes back from the browser's memory can be sent again.
  addEventListener('pageshow', () => {
    for (const reset of [...resetByForm.values()]) reset()
  })
}

/** As the browser does by itself. A button is named by a field, since only a press of it would send its name. */
function submit(form: HTMLFormElement, by: HTMLElement | null) {
  const { name, value } = (by ?? {}) as HTMLButtonElement
  const field = document.createElement('input')
  if (name) {
    Object.assign(field, { type: 'hidden', name, value })
    form.append(field)
  }
  HTMLFormElement.prototype.submit.call(form)
  field.remove()
}
