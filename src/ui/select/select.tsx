import { Check, ChevronDown } from 'lucide-react'

type SelectItem = { value: string; label: string; href: string }

type SelectProps = { label: string; name: string; value: string; items: SelectItem[] }

/**
 * A native select would swallow Quick Hide's first ESC (safety point 16).
 * Throws on an empty value (specification point 5).
 */
export function Select({ label, name, value, items }: SelectProps) {
  if (items.some((item) => item.value === ''))
    throw new Error(`Select "${label}": an item must have a value that is not an empty string`)
  const selected = items.find((item) => item.value === value)
  return (
    <link-menu>
      <details className="select" name="menu">
        <summary className="chip select-button" data-key={name}>
          <span className="text-muted">{label}</span> <span>{selected?.label}</span>
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
