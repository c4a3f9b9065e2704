/** A Supabase Auth code and a message for the user. `pwned`: leaked or common; `characters`: made of a sequence, a date, a name etc. */
export type Weakness = { code: 'pwned' | 'characters'; sentence: string }
