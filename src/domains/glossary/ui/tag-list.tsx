import { tagHref } from '../rules.ts'

/** The tags of a term as links to the terms they name. */
export function TagList({ tags, base, none }: { tags: string[]; base: string; none: string }) {
  if (tags.length === 0) return <p className="text-muted">{none}</p>
  return (
    <ul className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag}>
          <a href={tagHref(tag, base)} className="chip">
            {tag}
          </a>
        </li>
      ))}
    </ul>
  )
}
