const key = 'unfogTheme'

/** System, light or dark: remembered on this device, applied before the first paint by `client/inline/before-first-paint.ts`. */
class ThemeSwitch extends HTMLElement {
  connectedCallback() {
    const chosen = document.documentElement.dataset.theme ?? 'system'
    for (const radio of this.querySelectorAll<HTMLInputElement>('input')) {
      radio.checked = radio.value === chosen
      radio.addEventListener('change', () => choose(radio.value))
    }
  }
}

function choose(theme: string) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // Storage is refused: the theme holds until the next page.
  }
}

export const defineThemeSwitch = () => customElements.define('theme-switch', ThemeSwitch)
