import * as messages from './messages.en.yaml'

/**
 * Sends POST forms by fetch: once, with a busy button (specification point 4). The input survives a failure.
 */

type Sending = {
  to: URL
  by: HTMLElement | null
  fields: URLSearchParams
  go: (address: string) => void
  /** Submits another way, once the server is reachable. */
  deliver?: (() => Promise<void> | void) | undefined
}

const timeoutMs = 30_000
/** Navigation was stopped if the page is still open. */
const navigationTimeoutMs = 10_000

/** With the functions that enable them again. */
const resetByForm = new Map<HTMLFormElement, () => void>()

/** Sends a form, unless it is being sent. */
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
    showProblem(form, messages.unreachable())
  }
  reset()
}

/** @returns whether the page navigates @throws when the server is unreachable */
async function deliverWhenReachable(deliver: () => Promise<void> | void): Promise<boolean> {
  const { response } = await fetchText('/healthz', { cache: 'no-store' })
  if (!response.ok) throw response
  const done = deliver()
  await done
  return !done
}

/** @returns whether the page navigates @throws on a response that would lose the input */
async function post(form: HTMLFormElement, to: URL, body: URLSearchParams, go: Sending['go']) {
  const { response, text } = await fetchText(to.href, {
    method: 'POST',
    body,
    headers: { 'X-Safe-Mode-Form': '1' },
  })
  const { status, headers } = response
  const isJson = headers.get('Content-Type')?.includes('json')
  const { detail, to: next } = isJson ? JSON.parse(text) : ({} as Record<string, undefined>)
  // For example to a sign-in provider.
  const address = next ?? headers.get('Refresh')?.split('url=')[1]
  const main = new DOMParser().parseFromString(text, 'text/html').querySelector('main')
  if (detail) showProblem(form, detail)
  else if (main && (status < 500 || main.querySelector('form'))) replaceMain(main, to)
  else if (!address) throw response
  // After the page was shown, whose link helps where no app opens by itself.
  if (address) go(address)
  return Boolean(address)
}

async function fetchText(address: string, request: RequestInit) {
  // Browsers of 2022 lack `AbortSignal.timeout` (docs/decisions/025).
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  const response = await fetch(address, { ...request, signal: controller.signal })
  const text = await response.text()
  clearTimeout(timer)
  return { response, text }
}

/** A form's fields, with the pressed button's. */
export function formFields(form: HTMLFormElement, by: HTMLElement | null): URLSearchParams {
  const fields = toUrlParams(new FormData(form))
  const { name, value } = (by ?? {}) as HTMLButtonElement
  if (name) fields.append(name, value)
  return fields
}

export const toUrlParams = (fields: FormData): URLSearchParams =>
  new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))

/** Not `disabled`, which would lose the focus. */
function setBusy(form: HTMLFormElement, by: HTMLElement | null): () => void {
  form.querySelector('[data-error]')?.remove()
  const button = by ?? (form.querySelector('button:not([type=button])') as HTMLElement)
  const labelNodes = [...button.childNodes]
  button.textContent = messages.saving()
  button.setAttribute('aria-disabled', 'true')
  const reset = () => {
    if (!resetByForm.delete(form)) return
    button.removeAttribute('aria-disabled')
    // React may have changed the label.
    if (button.textContent !== messages.saving()) return
    button.textContent = ''
    button.append(...labelNodes)
  }
  resetByForm.set(form, reset)
  return reset
}

function replaceMain(newMain: Element, to: URL) {
  const main = document.importNode(newMain, true) as HTMLElement
  document.querySelector('main')?.replaceWith(main)
  if (to.pathname === location.pathname) history.replaceState(history.state, '', to)
  ;(main.querySelector<HTMLElement>('[autofocus]') ?? main).focus()
  // It may have changed the session (identity/sessions/session.client.ts).
  document.dispatchEvent(new Event('answered'))
}

function showProblem(form: HTMLFormElement, text: string) {
  const message = document.createElement('p')
  message.setAttribute('role', 'alert')
  message.dataset.error = ''
  message.className = 'form-problem'
  message.textContent = text
  form.append(message)
  message.scrollIntoView({ block: 'nearest' })
}

/**
 * Handles a page's forms, except Quick Hide and sign-out, which must not wait.
 * @param native the browser submits the form (React pages)
 */
export function sendForms({ native = false } = {}) {
  // Runs after handlers that call `preventDefault`.
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
  // After the back/forward cache.
  addEventListener('pageshow', () => {
    for (const reset of [...resetByForm.values()]) reset()
  })
}

/** `submit()` omits the button. */
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
