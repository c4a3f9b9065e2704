import { useEffect, useState } from 'react'
import type { DecryptedEntry, Entry } from '../../entries.contract.ts'
import { checksumOf } from '../checksum.rules.ts'

/** In memory only. An entry that was changed is another object. */
const checksums = new WeakMap<Entry, string>()

const isDecrypted = (entry: Entry): entry is DecryptedEntry => entry.content !== null

/**
 * Computes the checksums of all entries.
 *
 * @param entries must keep their identity while unchanged
 * @returns undefined until all are computed; undecryptable entries have none
 */
export function useChecksums(entries: readonly Entry[]): WeakMap<Entry, string> | undefined {
  const [done, setDone] = useState<readonly Entry[]>()
  useEffect(() => {
    let stopped = false
    const compute = async () => {
      for (const entry of entries.filter(isDecrypted))
        if (!checksums.has(entry)) checksums.set(entry, await checksumOf(entry))
      if (!stopped) setDone(entries)
    }
    compute()
    return () => {
      stopped = true
    }
  }, [entries])
  return done === entries ? checksums : undefined
}
