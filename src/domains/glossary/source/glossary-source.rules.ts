import { slugOf } from '../terms.rules.ts'
import type { Finding, SourceTerm } from './glossary-source.contract.ts'

/** Ignores case, accents, spaces, hyphens and punctuation. */
const nameKey = (name: string): string => slugOf(name).replaceAll('-', '')

/** Checks paths, unique names and aliases, and tags. A finding stops the server's start. */
export function structuralFindings(terms: readonly SourceTerm[]): Finding[] {
  const owners = new Map<string, SourceTerm>()
  const slugs = new Map<string, SourceTerm>()
  for (const term of terms) {
    if (!owners.has(nameKey(term.term_name))) owners.set(nameKey(term.term_name), term)
    if (!slugs.has(term.slug)) slugs.set(term.slug, term)
  }
  // If a name and an alias collide, the finding is about the alias.
  const findings = terms.flatMap((term) => [
    ...nameFindings(term, owners, slugs),
    ...aliasFindings(term, owners),
  ])
  const names = new Set(terms.map((term) => term.term_name))
  return [
    ...findings,
    ...terms.flatMap((term) => [...tagFindings(term, names, owners), ...lookalikeFindings(term, names)]),
  ]
}

/** Makes a finding. @param path `definition`, `tags.2` */
export function findingAt(term: SourceTerm, path: string, message: string): Finding {
  const line = term.lineNumbers[path] ?? term.lineNumbers[path.replace(/\..*/, '')]
  return line === undefined ? { file: term.file, message } : { file: term.file, line, message }
}

function nameFindings(
  term: SourceTerm,
  owners: ReadonlyMap<string, SourceTerm>,
  slugs: ReadonlyMap<string, SourceTerm>,
): Finding[] {
  const messages: string[] = []
  const { slug, term_name: name } = term
  const expected = `${slug.slice(0, 1)}/${slug}.yaml`
  if (term.file.split('/').slice(-2).join('/') !== expected)
    messages.push(`"${name}" belongs in ${expected}: move the file there or correct the name.`)
  const sameSlug = slugs.get(slug)
  const owner = owners.get(nameKey(name))
  if (sameSlug && sameSlug !== term)
    messages.push(`"${name}" has the same address as ${sameSlug.file}: keep one of the two.`)
  else if (owner && owner !== term)
    messages.push(`"${name}" is "${owner.term_name}" of ${owner.file} in another spelling: keep one.`)
  return messages.map((message) => findingAt(term, 'term_name', message))
}

/** An alias may respell its term's name, but not in case only, which search ignores. */
function aliasFindings(term: SourceTerm, owners: Map<string, SourceTerm>): Finding[] {
  const seen = new Set([term.term_name.toLowerCase()])
  return term.aliases.flatMap((alias, index) => {
    const owner = owners.get(nameKey(alias))
    if (!owner) owners.set(nameKey(alias), term)
    const repeats = seen.has(alias.toLowerCase())
    seen.add(alias.toLowerCase())
    const path = `aliases.${index}`
    if (owner && owner !== term) {
      const whose = nameKey(owner.term_name) === nameKey(alias) ? 'the name' : 'an alias'
      const message = `The alias "${alias}" is ${whose} of "${owner.term_name}": take it out here.`
      return [findingAt(term, path, message)]
    }
    if (!repeats) return []
    return [findingAt(term, path, `The alias "${alias}" differs in case alone or not at all: take it out.`)]
  })
}

function lookalikeFindings(term: SourceTerm, names: ReadonlySet<string>): Finding[] {
  return term.not_the_same_as.flatMap(({ term: other }, index) => {
    if (other !== term.term_name && names.has(other)) return []
    const message = `"${other}" is no other term's name: correct it, take it out, or write that term.`
    return [findingAt(term, `not_the_same_as.${index}`, message)]
  })
}

function tagFindings(
  term: SourceTerm,
  names: ReadonlySet<string>,
  owners: ReadonlyMap<string, SourceTerm>,
): Finding[] {
  return term.tags.flatMap((tag, index) => {
    const path = `tags.${index}`
    if (tag === term.term_name)
      return [findingAt(term, path, `"${tag}" is tagged with itself: take the tag out.`)]
    if (term.tags.indexOf(tag) < index)
      return [findingAt(term, path, `The tag "${tag}" stands twice: take one out.`)]
    if (names.has(tag)) return []
    const intended = owners.get(nameKey(tag))
    const advice =
      intended && intended !== term
        ? `write "${intended.term_name}".`
        : 'correct it, take it out, or write that term.'
    return [findingAt(term, path, `The tag "${tag}" is no term's name: ${advice}`)]
  })
}
