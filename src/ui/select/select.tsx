import { Check, ChevronDown } from 'lucide-react'

export type SelectItem = { value: string; label: string; href: string }

/**
 * A menu of which one item is chosen. Each item is a link, so that it works without a script and its state stands in the
 * address; a native list box would swallow the first ESC of Quick Hide (safety point 16).
 *
 * @throws when an item's value is an empty string (specification point 5): nothing chosen must have a name of its own
 */
export function Select({
  label,
  name,
  value,
  items,
}: {
  label: string
  name: string
  value: string
  items: SelectItem[]
}) {
  if (items.some((item) => item.value === '')) {
    throw new Error(`Select "${label}": an item must have a value that is not an empty string`)
  }
  const chosen = items.find((item) => item.value === value)
  return (
    <link-menu>
      <details className="select" name="menu">
        <summary className="chip select-button" data-key={name}>
          <span className="text-muted">{label}</span> <span>{chosen?.label}</span>
          <ChevronDown className="icon" aria-hidden="true" />
        </summary>
        <ul className="select-list">
          {items.map((item) => (
            <li key={item.value}>
              <a href={item.href} data-list="change" aria-current={item.value === value ? 'true' : undefined}>
                {item.label}
                {item.value === value && <Check className="icon" aria-hidden="true" />}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </link-menu>
  )
}
