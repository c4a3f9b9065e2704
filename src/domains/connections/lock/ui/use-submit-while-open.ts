import { useEffect } from 'react'
import { href, useSubmit } from 'react-router'
import { openLocks } from '../../open-lock/open-locks.client.ts'

/** Sends the journal's forms by React Router while a lock is open: a document post would forget its key. */
export function useSubmitWhileOpen(): void {
  const submit = useSubmit()
  useEffect(() => {
    // Before the listener of send-form.client.ts, which is the window's.
    const handle = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement
      const to = new URL(form.action)
      const isOurs = form.method === 'post' && to.pathname.startsWith(href('/dashboard/connections'))
      if (event.defaultPrevented || !isOurs || openLocks().size === 0) return
      event.preventDefault()
      const fields = new FormData(form)
      const { name = '', value = '' } = (event.submitter ?? {}) as Partial<HTMLButtonElement>
      // Browsers of 2022 do not take the button (docs/decisions/025).
      if (name) fields.append(name, value)
      submit(fields, { method: 'post', action: to.pathname + to.search })
    }
    document.addEventListener('submit', handle)
    return () => document.removeEventListener('submit', handle)
  }, [submit])
}
