import { ThemeSwitch } from './theme-switch.tsx'

export const examples = { 'The theme of this page': ThemeSwitch }
