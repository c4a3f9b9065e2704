/** The most that Argon2id may use, without the schema: a browser checks it before it takes a gigabyte for a server that lies. */
export const mostKdf = { memory_kib: 1_048_576, passes: 20, lanes: 4 } as const

type Limits = Record<keyof typeof mostKdf, number>

/** Whether a device may run it. */
export const isRunnable = (kdf: Limits): boolean =>
  (Object.keys(mostKdf) as (keyof typeof mostKdf)[]).every(
    (name) => Number.isSafeInteger(kdf[name]) && kdf[name] >= 1 && kdf[name] <= mostKdf[name],
  )
