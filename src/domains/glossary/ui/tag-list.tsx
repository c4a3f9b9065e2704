import { tagHref } from '../terms.rules.ts'

/** The tags of a term as links to their terms. @param plain omits classes: a list of terms styles its tags itself (list.css) */
export function TagList(props: { tags: string[]; base: string; none: string; plain?: boolean }) {
  const { tags, base, none, plain } = props
  if (tags.length === 0) return <p className="text-muted">{none}</p>
  return (
    <ul className={plain ? undefined : 'flex flex-wrap gap-2'}>
      {tags.map((tag) => (
        <li key={tag}>
          <a href={tagHref(tag, base)} className={plain ? undefined : 'chip'}>
            {tag}
          </a>
        </li>
      ))}
    </ul>
  )
}
