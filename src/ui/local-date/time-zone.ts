/** 'UTC' for a zone that the browser can't format, such as 'Etc/Unknown' (ECMA-402). */
export function browserTimeZone(): string {
  try {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
