import { CopyLink } from './copy-link.tsx'

export const examples = { 'Before a press': () => <CopyLink path="/glossary" /> }
