import type { Page } from 'playwright'
import type { Visit } from './journey.ts'

/** The search of the header, by role and name. */
export const box = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Search glossary' })
export const list = (page: Page) => page.getByRole('banner').getByRole('listbox')
export const options = (page: Page) => list(page).getByRole('option')
export const note = (page: Page) => page.getByRole('banner').getByRole('status')

/** How often a visit asked for an address. */
export const askedFor = ({ requests }: Visit, path: string) =>
  requests.filter((request) => new URL(request.url()).pathname === path).length

export const indexPath = '/api/terms/index'
export const suggestPath = '/api/terms/suggest'
