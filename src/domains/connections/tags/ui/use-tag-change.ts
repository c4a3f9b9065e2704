import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { userMessage } from '../../../../platform/api-client.ts'
import { fetchDrafts } from '../../drafts/ui/use-drafts.ts'
import type { Entry, EntryList } from '../../entries.contract.ts'
import * as messages from '../../messages.en.yaml'
import { runTagTask } from '../tags.client.ts'
import { planTagChange, type TagChange, type TagTask } from '../tags.rules.ts'

export type TagRun = {
  change: TagChange
  state: 'running' | 'stopping' | 'stopped' | 'failed' | 'done'
  total: number
  done: number
  /** How many of them were changed. */
  connections: number
  drafts: number
  /** Why it failed. */
  problem?: string
}

/**
 * Changes a tag everywhere, one request at a time, as long as the page is open. `resume` continues after a stop or a failure; no step
 * is done twice.
 *
 * @param entries all Connections
 */
export function useTagChange(entries: readonly Entry[]) {
  const [run, setRun] = useState<TagRun>()
  const tasks = useRef<TagTask<Entry>[] | undefined>(undefined)
  const isStopped = useRef(false)
  const queries = useQueryClient()

  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])

  async function work(start: TagRun) {
    let current = start
    const show = (part: Partial<TagRun>) => {
      current = { ...current, ...part }
      setRun(current)
    }
    const saved = new Map<string, Entry>()
    isStopped.current = false
    show({ state: 'running' })
    try {
      // Drafts are fetched now: open forms write them.
      tasks.current = tasks.current ?? planTagChange(entries, await fetchDrafts(), current.change)
      const rest = tasks.current
      show({ total: current.done + rest.length })
      for (let task = rest[0]; task && !isStopped.current; task = rest[0]) {
        const step = await runTagTask(task, current.change)
        rest.shift()
        if (step.entry) saved.set(step.entry.id, step.entry)
        show({
          done: current.done + 1,
          connections: current.connections + (step.entry ? 1 : 0),
          drafts: current.drafts + (step.draft ? 1 : 0),
        })
      }
      show({ state: rest.length > 0 ? 'stopped' : 'done' })
    } catch (thrown) {
      console.error('A tag could not be changed', thrown)
      show({ state: 'failed', problem: userMessage(thrown) ?? messages.tagChangeInterrupted() })
    }
    // Fetching thousands again would take long.
    queries.setQueryData<InfiniteData<EntryList>>(
      ['journal-entries', 'all'],
      (all) => all && replace(all, saved),
    )
    queries.removeQueries({
      queryKey: ['journal-entries'],
      predicate: ({ queryKey }) => queryKey[1] !== 'all',
    })
    await queries.invalidateQueries({ queryKey: ['journal-drafts'] })
  }

  return {
    run,
    isRunning: run?.state === 'running' || run?.state === 'stopping',
    start(change: TagChange) {
      tasks.current = undefined
      work({ change, state: 'running', total: 0, done: 0, connections: 0, drafts: 0 })
    },
    resume: () => run && work(run),
    /** After the request that is being sent. */
    stop() {
      isStopped.current = true
      setRun(run && { ...run, state: 'stopping' })
    },
  }
}

const replace = (all: InfiniteData<EntryList>, saved: Map<string, Entry>): InfiniteData<EntryList> => ({
  ...all,
  pages: all.pages.map((page) => ({
    ...page,
    entries: page.entries.map((entry) => saved.get(entry.id) ?? entry),
  })),
})
