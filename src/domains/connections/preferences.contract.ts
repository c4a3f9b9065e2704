/** What a user switched on for the journal; all is off at first. */
export type JournalPreferences = { journal_tagging: boolean; on_this_day: boolean }
