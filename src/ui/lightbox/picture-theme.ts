/** Pictures of another theme than the system's, where somebody has chosen one: `<source>` knows only what the system has. */
export function pictureTheme() {
  const root = document.documentElement
  const follow = () => {
    const { theme } = root.dataset
    for (const source of document.querySelectorAll<HTMLSourceElement>('source[data-dark]'))
      source.media = theme ? (theme === 'dark' ? 'all' : 'not all') : '(prefers-color-scheme: dark)'
  }
  follow()
  new MutationObserver(follow).observe(root, { attributeFilter: ['data-theme'] })
}
