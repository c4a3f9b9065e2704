/** A `<source>` media query knows only the system's theme. */
export function syncPictureTheme() {
  const root = document.documentElement
  const updateSources = () => {
    const { theme } = root.dataset
    for (const source of document.querySelectorAll<HTMLSourceElement>('source[data-dark]'))
      source.media = theme ? (theme === 'dark' ? 'all' : 'not all') : '(prefers-color-scheme: dark)'
  }
  updateSources()
  new MutationObserver(updateSources).observe(root, { attributeFilter: ['data-theme'] })
}
