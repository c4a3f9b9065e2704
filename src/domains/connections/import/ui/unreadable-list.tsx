import type { Unreadable } from '../findings.rules.ts'
import * as messages from '../messages.en.yaml'

const shownAtMost = 20

/** Names each file, and says why. */
export function UnreadableList({ title, items }: { title: string; items: readonly Unreadable[] }) {
  if (items.length === 0) return null
  const more = items.length - shownAtMost
  return (
    <div className="grid gap-2">
      <h3>{title}</h3>
      <ul className="list-disc ps-6">
        {items.slice(0, shownAtMost).map(({ file, number, reason }) => (
          <li key={`${file} ${number}`} className="wrap-anywhere">
            {sentenceOf(file, number, reason)}
          </li>
        ))}
        {more > 0 && <li>{messages.unreadableMore({ count: more })}</li>}
      </ul>
    </div>
  )
}

function sentenceOf(path: string, number: number | undefined, reason: string) {
  const file = () => <bdi className="strong">{path}</bdi>
  return number === undefined
    ? messages.unreadableIn({ file, reason })
    : messages.unreadableEntry({ file, number, reason })
}
