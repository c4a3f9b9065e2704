import { useEffect, useState } from 'react'
import { openDocuments } from '../../locked-documents/open-documents.client.ts'
import { useJournalLocks } from './journal-locks.ts'

type Opened<Data> = { source: Data; open: unknown; data: Data }

/** A loader's data with its documents opened; undefined until then, and while the journal is closed. */
export function useOpenedData<Data>(source: Data) {
  const { locks, open, isOpen } = useJournalLocks()
  const [opened, setOpened] = useState<Opened<Data>>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(1)
  const isLocked = locks.length > 0
  useEffect(() => {
    // Nothing that is not shown stays in memory.
    if (!isOpen) setOpened(undefined)
    if (!isLocked || !isOpen || attempt === 0) return
    let isStale = false
    setFailed(false)
    openDocuments(source).then(
      (data) => !isStale && setOpened({ source, open, data }),
      (thrown) => {
        console.warn('A page of the journal could not be opened', thrown)
        if (!isStale) setFailed(true)
      },
    )
    return () => {
      isStale = true
    }
  }, [source, open, isLocked, isOpen, attempt])
  const isCurrent = isOpen && opened?.source === source && opened.open === open
  const ready = isLocked ? (isCurrent ? opened : undefined) : { data: source }
  return { opened: ready, failed, retry: () => setAttempt(attempt + 1) }
}
