const key = 'unfogTheme'

/** `client/inline/before-first-paint.ts` applies the theme. */
class ThemeSwitch extends HTMLElement {
  connectedCallback() {
    const current = document.documentElement.dataset.theme ?? 'system'
    for (const radio of this.querySelectorAll<HTMLInputElement>('input')) {
      radio.checked = radio.value === current
      radio.addEventListener('change', () => applyTheme(radio.value))
    }
  }
}

function applyTheme(theme: string) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // Storage is blocked: it lasts until the next page.
  }
}

export const defineThemeSwitch = () => customElements.define('theme-switch', ThemeSwitch)
