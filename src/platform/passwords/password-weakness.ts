/** A Supabase Auth code and a message for the user. */
export type Weakness = { code: 'pwned' | 'characters'; sentence: string }
