import { createContext, use } from 'react'
import type { JournalPreferences } from '../preferences.contract.ts'

export const JournalPreferencesContext = createContext<JournalPreferences>({
  journal_tagging: false,
  on_this_day: false,
})

/** What the user switched on; all is off outside the dashboard and the demo. */
export const useJournalPreferences = (): JournalPreferences => use(JournalPreferencesContext)
