/** What an operator can mend, said in one sentence: it is shown without its stack. */
export class PlainError extends Error {}
