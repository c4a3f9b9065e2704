import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { href, useNavigate, useRevalidator } from 'react-router'
import { ApiProblem, userMessage } from '../../../../platform/api-client.ts'
import { useScopedToast } from '../../../../ui/toast/toast.tsx'
import { isSameDocument } from '../../document/document.rules.ts'
import type { DecryptedEntry } from '../../entries.contract.ts'
import { journalFetch } from '../../locked-documents/journal-fetch.client.ts'
import { sealEntry } from '../../locked-documents/open-documents.client.ts'
import * as messages from '../../messages.en.yaml'
import type { ReadableVersion } from '../versions.contract.ts'
import { restoringChange } from '../versions.rules.ts'

/** Saves a version as the newest one, so that nothing is lost. A draft stays. */
export function useRestoreVersion(entry: DecryptedEntry, version: ReadableVersion) {
  const [restoring, setRestoring] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const toast = useScopedToast()
  const { id, revision, created_at, linked_term_ids } = entry

  async function restore() {
    if (restoring) return
    const change = restoringChange(version, linked_term_ids)
    if (isSameDocument(change, entry))
      return void toast.done({ title: messages.versions(), description: messages.versionSame() }, id)
    setRestoring(true)
    try {
      const members = await sealEntry(change, { id, created_at, revision: revision + 1 })
      const body = { revision, keeps_draft: true, ...members }
      await journalFetch(`/journal-entries/${id}`, { method: 'PATCH', body })
    } catch (thrown) {
      console.error('A version could not be restored', thrown)
      const isConflict = thrown instanceof ApiProblem && thrown.status === 409
      const description = isConflict
        ? messages.versionChanged()
        : (userMessage(thrown) ?? messages.versionRestoreFailed())
      toast.failed({ title: messages.errorTitle(), description })
      setRestoring(false)
      if (isConflict) await revalidate()
      return
    }
    queries.removeQueries({ queryKey: ['journal-entries'] })
    await navigate(href('/dashboard/connections/:id', { id }))
    toast.done({ title: messages.versionRestoredTitle(), description: messages.versionRestored() }, id)
  }

  return { restore, restoring }
}
