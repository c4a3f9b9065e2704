/**
 * @returns the browser's IANA time zone, or 'UTC' when it reports one that it can't format with, such as 'Etc/Unknown' (ECMA-402,
 *   "InitializeDateTimeFormat")
 */
export function browserTimeZone(): string {
  try {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
