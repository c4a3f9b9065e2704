import { slugOf } from '../terms.rules.ts'
import type { Finding, SourceTerm } from './glossary-source.contract.ts'

/** A name as a person may have typed it: case, accents, spaces, hyphens and signs do not tell names apart. */
const nameKey = (name: string): string => slugOf(name).replaceAll('-', '')

/**
 * What must be right before the files may become the table `terms`: addresses, names that lead to one term only, tags that
 * lead somewhere. A finding here stops the start of the server.
 *
 * @param terms all terms that could be read
 * @returns what is wrong, in the order of the terms; empty when all is well
 */
export function structuralFindings(terms: readonly SourceTerm[]): Finding[] {
  const owners = new Map<string, SourceTerm>()
  const slugs = new Map<string, SourceTerm>()
  for (const term of terms) {
    if (!owners.has(nameKey(term.term_name))) owners.set(nameKey(term.term_name), term)
    if (!slugs.has(term.slug)) slugs.set(term.slug, term)
  }
  // Aliases come second, so that of a name and an alias that are alike it is the alias that is told to go.
  const findings = terms.flatMap((term) => [
    ...nameFindings(term, owners, slugs),
    ...aliasFindings(term, owners),
  ])
  const names = new Set(terms.map((term) => term.term_name))
  return [...findings, ...terms.flatMap((term) => tagFindings(term, names, owners))]
}

/**
 * @param place a field or an item of a list: `definition`, `tags.2`
 * @param message one sentence: what is wrong and what to do
 */
export function findingAt(term: SourceTerm, place: string, message: string): Finding {
  const line = term.lines[place] ?? term.lines[place.replace(/\..*/, '')]
  return line === undefined ? { file: term.file, message } : { file: term.file, line, message }
}

function nameFindings(
  term: SourceTerm,
  owners: ReadonlyMap<string, SourceTerm>,
  slugs: ReadonlyMap<string, SourceTerm>,
): Finding[] {
  const findings: Finding[] = []
  const [letter, base] = term.file.split('/').slice(-2)
  const place = `${term.slug.slice(0, 1)}/${term.slug}.yaml`
  if (`${letter}/${base}` !== place) {
    findings.push(
      findingAt(
        term,
        'term_name',
        `"${term.term_name}" belongs in ${place}: move the file there or correct the name.`,
      ),
    )
  }
  const twin = slugs.get(term.slug)
  const owner = owners.get(nameKey(term.term_name))
  if (twin && twin !== term) {
    findings.push(
      findingAt(
        term,
        'term_name',
        `"${term.term_name}" has the same address as ${twin.file}: keep one of the two.`,
      ),
    )
  } else if (owner && owner !== term) {
    findings.push(
      findingAt(
        term,
        'term_name',
        `"${term.term_name}" is "${owner.term_name}" of ${owner.file} in another spelling: keep one.`,
      ),
    )
  }
  return findings
}

/** An alias may respell its own name (`dry-begging`), but not in case alone, which no search tells apart. */
function aliasFindings(term: SourceTerm, owners: Map<string, SourceTerm>): Finding[] {
  const findings: Finding[] = []
  const own = new Set([term.term_name.toLowerCase()])
  for (const [index, alias] of term.aliases.entries()) {
    const owner = owners.get(nameKey(alias))
    if (!owner) owners.set(nameKey(alias), term)
    if (owner && owner !== term) {
      const whose = nameKey(owner.term_name) === nameKey(alias) ? 'the name' : 'an alias'
      findings.push(
        findingAt(
          term,
          `aliases.${index}`,
          `The alias "${alias}" is ${whose} of "${owner.term_name}": take it out here.`,
        ),
      )
    } else if (own.has(alias.toLowerCase())) {
      findings.push(
        findingAt(
          term,
          `aliases.${index}`,
          `The alias "${alias}" differs in case alone or not at all: take it out.`,
        ),
      )
    }
    own.add(alias.toLowerCase())
  }
  return findings
}

function tagFindings(
  term: SourceTerm,
  names: ReadonlySet<string>,
  owners: ReadonlyMap<string, SourceTerm>,
): Finding[] {
  return term.tags.flatMap((tag, index) => {
    const place = `tags.${index}`
    if (tag === term.term_name)
      return [findingAt(term, place, `"${tag}" is tagged with itself: take the tag out.`)]
    if (term.tags.indexOf(tag) < index)
      return [findingAt(term, place, `The tag "${tag}" stands twice: take one out.`)]
    if (names.has(tag)) return []
    const meant = owners.get(nameKey(tag))
    return [
      findingAt(
        term,
        place,
        meant && meant !== term
          ? `The tag "${tag}" is no term's name: write "${meant.term_name}".`
          : `The tag "${tag}" is no term's name: correct it, take it out, or write that term.`,
      ),
    ]
  })
}
