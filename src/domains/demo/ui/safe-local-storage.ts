/** Kept in this browser; where storage is refused, for this page alone. */
const unstored = new Map<string, string>()

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return unstored.get(key) ?? null
  }
}

/** @param value null forgets it */
export function keep(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value === null) unstored.delete(key)
    else unstored.set(key, value)
  }
}
