/**
 * Why a password is refused: a code of Supabase Auth and a sentence for the person. `pwned` is a leaked or common one, `characters` one
 * that is made of a row, a date, a name or the like.
 */
export type Weakness = { code: 'pwned' | 'characters'; sentence: string }
