import type { DetailedHTMLProps, HTMLAttributes } from 'react'

type ElementProps = DetailedHTMLProps<Omit<HTMLAttributes<HTMLElement>, 'className'>, HTMLElement> & {
  class?: string
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'quick-hide': ElementProps & { href: string; fallback: string }
      'quick-hide-tip': ElementProps
      'shortcut-switch': ElementProps
      'theme-switch': ElementProps
      'cookie-note': ElementProps
      'copy-link': ElementProps & { path: string }
      'link-menu': ElementProps
      'show-password': ElementProps
      'passkey-form': ElementProps & { kind: 'registration' | 'sign-in' | 'proof'; to?: string }
      'header-search': ElementProps & { 'data-samples'?: string | undefined }
      'help-lines': ElementProps & { 'data-dangers': string }
      'term-list': ElementProps
      'picture-carousel': ElementProps
      'film-dialog': ElementProps
    }
  }
  interface DialogHTMLAttributes<T> {
    closedby?: 'any'
  }
  interface ButtonHTMLAttributes<T> {
    command?: string
    commandfor?: string
  }
}
