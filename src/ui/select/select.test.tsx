import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Select } from './select.tsx'

const items = [
  { value: 'a-z', label: 'A-Z', href: '/glossary' },
  { value: 'z-a', label: 'Z-A', href: '/glossary?sort=z-a' },
]

test('Select shows the selected item on the button and marks it in the list', () => {
  const html = renderToString(<Select label="Sort" name="sort" value="z-a" items={items} />)
  expect(html).toMatch(/<summary.*Z-A.*<\/summary>/)
  expect(html.match(/aria-current="true"/g)).toHaveLength(1)
  expect(html).toMatch(/href="\/glossary\?sort=z-a"[^>]*aria-current="true"/)
})

test('Select throws for an item whose value is an empty string', () => {
  const broken = [...items, { value: '', label: 'None', href: '/glossary' }]
  expect(() => renderToString(<Select label="Sort" name="sort" value="a-z" items={broken} />)).toThrow(
    'Select "Sort": an item must have a value that is not an empty string',
  )
})
