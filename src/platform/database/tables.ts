import type { ColumnType, Generated } from 'kysely'

/** The tables as the server sees them. A test compares the names with the database's own catalogue. */
export type Tables = {
  terms: {
    id: string
    slug: string
    term_name: string
    type: 'clinical' | 'community'
    definition: string
    aliases: string[]
    tags: string[]
    examples: string[]
    sort_key: string
    created_at: ColumnType<Date, Date | string>
    retired_at: Date | null
    fts_doc_en: Generated<string>
    fts_doc_simple: Generated<string>
  }
  terms_of_the_day: { day: ColumnType<string, string>; term_id: string }
  glossary_state: { only_row: Generated<boolean>; version: string; changed_at: Generated<Date> }
  schema_migrations: { name: string; checksum: string; applied_at: Generated<Date> }
}
