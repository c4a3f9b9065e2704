import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiProblem, apiFetch, isSignedOut, userMessage } from '../../../platform/api-client.ts'
import { type ToastWords, useScopedToast } from '../../../ui/toast/toast.tsx'
import type { NewEntry, OpenEntry } from '../entries.contract.ts'
import { isSameContent } from '../entries.rules.ts'
import { Conflict } from './edit-conflict-dialog.tsx'

/** As it is sent. */
type Sent = Pick<NewEntry, 'content' | 'linked_term_id' | 'keeps_draft'>

/** @returns where to go on when it is saved; undefined when it could not be, and was said so */
export type Save = (writing: Sent) => Promise<(() => void) | undefined>

/**
 * Sends a Connection to be saved. Where what stands there was sent by this very form, whose answer was lost on a bad line, or which was
 * written in while it was saved, nobody is told of themselves: what is sent now takes its place.
 *
 * @param id of the Connection, or the one that it will have
 * @returns sends it, over this version or as a new one (null), and brings what stands instead where another page saved
 * @throws ApiProblem
 */
export function useSend(id: string) {
  const sent = useRef<Sent[]>([])
  const queries = useQueryClient()
  return async function send(writing: Sent, revision: number | null): Promise<OpenEntry | undefined> {
    const before = sent.current
    sent.current = [...before, writing]
    try {
      if (revision === null) await apiFetch('/journal-entries', { method: 'POST', body: { id, ...writing } })
      else await apiFetch(`/journal-entries/${id}`, { method: 'PATCH', body: { revision, ...writing } })
    } catch (thrown) {
      if (!(thrown instanceof ApiProblem && thrown.status === 409)) throw thrown
      const { current } = thrown.body as { current: OpenEntry }
      return before.some((each) => isSameContent(each, current)) ? send(writing, current.revision) : current
    }
    // The list comes with its page: as it was it is not shown again, also where it cannot be asked for anew.
    queries.removeQueries({ queryKey: ['journal-entries'] })
    return undefined
  }
}

type Saving = {
  id: string
  /** The version that is changed; null for a new Connection. */
  revision: number | null
  words: { saved: ToastWords; failed: ToastWords }
  /** Where to go on when it is saved. */
  onSaved: () => void
  /** What another page saved was chosen: it goes on with that. */
  onTheirs: (theirs: OpenEntry) => void
}

/**
 * Saves what a form holds, and says how it went.
 *
 * @returns `signedOut` while it could not be saved because the session has ended; `forgetFailure` takes its message away; `question`:
 *   which of two versions stays, as long as nobody has said
 */
export function useSave({ id, revision, words, onSaved, onTheirs }: Saving) {
  const [conflict, setConflict] = useState<Parameters<typeof Conflict>[0]>()
  const [signedOut, setSignedOut] = useState(false)
  const send = useSend(id)
  const toast = useScopedToast()

  async function over(version: number | null, writing: Sent): ReturnType<Save> {
    let theirs: OpenEntry | undefined
    setSignedOut(false)
    try {
      theirs = await send(writing, version)
    } catch (thrown) {
      console.error('A Connection could not be saved', thrown)
      setSignedOut(isSignedOut(thrown))
      toast.failed({ ...words.failed, ...(userMessage(thrown) && { description: userMessage(thrown) }) })
      return undefined
    }
    if (theirs) return choice(writing, theirs)
    toast.done(words.saved, id)
    return onSaved
  }

  const choice = (mine: Sent, theirs: OpenEntry): ReturnType<Save> =>
    new Promise((chosen) => {
      const choose = (goOn: ReturnType<Save> | (() => void) | undefined) => {
        setConflict(undefined)
        chosen(goOn)
      }
      setConflict({
        mine,
        theirs,
        onMine: () => choose(over(theirs.revision, mine)),
        onTheirs: () =>
          choose(() => {
            // What was kept of mine meanwhile. Where that cannot be told, it is offered again.
            if (!mine.keeps_draft) apiFetch(`/journal-drafts/${id}`, { method: 'DELETE' }).catch(() => {})
            onTheirs(theirs)
          }),
        onClose: () => choose(undefined),
      })
    })

  const save: Save = (writing) => over(revision, writing)
  return {
    save,
    signedOut,
    forgetFailure: toast.dismissFailure,
    question: conflict && <Conflict {...conflict} />,
  }
}
