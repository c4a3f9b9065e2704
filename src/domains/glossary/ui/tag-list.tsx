import { tagHref } from '../terms.rules.ts'

/** @param plain omits classes (list.css) */
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
