import { type Danger, dangers } from './danger.contract.ts'

/** Dangers that may be happening to the reader: pages of these terms show crisis numbers, and previous/next links skip them. */
const slugsByDanger: Record<Danger, readonly string[]> = {
  suicide: slugs(`
    conversion-practices crisis-line extreme-risk-protection-order online-coercion-groups self-harm suicidal-ideation
    suicide-threats
  `),
  violence: slugs(`
    abuse-during-pregnancy acid-attack danger-assessment death-threats domestic-homicide-review dowry-death
    emergency-call-without-speaking extreme-risk-protection-order femicide firearm-surrender
    honor-based-abuse human-trafficking leaving-an-abusive-relationship separation-violence strangulation
    suicide-threats physical-abuse vicarious-violence weapon-threats witchcraft-accusations
  `),
  child: slugs(`
    breast-ironing child-abuse child-marriage child-on-child-sexual-abuse child-sexual-abuse
    female-genital-mutilation forensic-interview foster-care-abuse incest online-coercion-groups
    online-grooming vicarious-violence virginity-testing witchcraft-accusations
  `),
  rape: slugs(`
    corrective-rape drug-facilitated-assault human-trafficking image-based-sexual-abuse marital-rape rape
    rape-crisis-center rape-kit rape-myths rape-shield-law sexual-coercion stealthing sexual-abuse sexual-assault
    sexual-assault-nurse-examiner violence-against-sex-workers virginity-testing
  `),
  injury: slugs(`acid-attack physical-abuse strangulation`),
}

export const heavyTerms = [...new Set(Object.values(slugsByDanger).flat())]

/** Figures of speech lead to these too ("sticking to my guns"), so a search that finds one first says little. */
const unspecificTerms = slugs(`
  conversion-practices danger-assessment dowry-death extreme-risk-protection-order femicide honor-based-abuse
  human-trafficking rape-myths virginity-testing witchcraft-accusations
`)

/** The dangers that a search speaks of if it finds this term first. */
export const dangersOfFirstTerm = (slug: string): readonly Danger[] =>
  unspecificTerms.includes(slug) ? [] : dangersOfTerm(slug)

export const dangersOfTerm = (slug: string): readonly Danger[] =>
  dangers.filter((danger) => slugsByDanger[danger].includes(slug))

function slugs(text: string): string[] {
  return text.trim().split(/\s+/)
}
