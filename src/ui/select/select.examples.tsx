import { Select } from './select.tsx'

export const examples = {
  Closed: () => (
    <Select
      label="Sort"
      name="sort"
      value="a-z"
      items={[
        { value: 'a-z', label: 'A to Z', href: '#a-z' },
        { value: 'newest', label: 'The newest terms first', href: '#newest' },
      ]}
    />
  ),
}
