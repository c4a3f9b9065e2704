import { OutwardLink } from './outward-link.tsx'

export const examples = {
  'In a sentence': () => (
    <p>
      It is explained by <OutwardLink href="https://example.org">another site</OutwardLink>.
    </p>
  ),
}
