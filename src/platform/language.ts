let siteLanguage = 'en'

/** Sets the language of this server's pages and mail (BCP 47). */
export function setLanguage(tag: string): void {
  siteLanguage = tag
}

/** The language of the page in a browser, of the site on the server (BCP 47). */
export const language = (): string =>
  typeof document === 'undefined' ? siteLanguage : document.documentElement.lang || siteLanguage
