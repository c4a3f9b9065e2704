/**
 * @returns the browser's time zone by its IANA name; 'UTC' where it has none that it knows itself, such as 'Etc/Unknown', by which no
 * time could be written (ECMA-402, "InitializeDateTimeFormat")
 */
export function ownTimeZone(): string {
  try {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
