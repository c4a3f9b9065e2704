import type { Danger } from '../safety/danger.contract.ts'

/**
 * Terms about acute danger: readers may look them up because it is happening to them. Their pages show crisis numbers, and
 * previous/next links skip them.
 */
const heavy: Readonly<Record<string, readonly Danger[]>> = {
  'acid-attack': ['violence'],
  'breast-ironing': ['child'],
  'child-abuse': ['child'],
  'child-marriage': ['child'],
  'child-on-child-sexual-abuse': ['child'],
  'child-sexual-abuse': ['child'],
  'corrective-rape': ['rape'],
  'danger-assessment': ['violence'],
  'death-threats': ['violence'],
  'domestic-homicide-review': ['violence'],
  'dowry-death': ['violence'],
  'drug-facilitated-assault': ['rape'],
  'emergency-call-without-speaking': ['violence'],
  'extreme-risk-protection-order': ['suicide', 'violence'],
  'female-genital-mutilation': ['child'],
  femicide: ['violence'],
  'firearm-surrender': ['violence'],
  'forensic-interview': ['child'],
  'foster-care-abuse': ['child'],
  'honor-based-abuse': ['violence'],
  'image-based-sexual-abuse': ['rape'],
  incest: ['child'],
  'leaving-an-abusive-relationship': ['violence'],
  'marital-rape': ['rape'],
  'online-coercion-groups': ['suicide', 'child'],
  'online-grooming': ['child'],
  rape: ['rape'],
  'rape-crisis-center': ['rape'],
  'rape-kit': ['rape'],
  'rape-myths': ['rape'],
  'rape-shield-law': ['rape'],
  'self-harm': ['suicide'],
  'separation-violence': ['violence'],
  'sexual-abuse': ['rape'],
  'sexual-assault': ['rape'],
  'sexual-assault-nurse-examiner': ['rape'],
  strangulation: ['violence'],
  'suicidal-ideation': ['suicide'],
  'suicide-threats': ['suicide', 'violence'],
  'vicarious-violence': ['violence', 'child'],
  'violence-against-sex-workers': ['rape'],
  'weapon-threats': ['violence'],
  'witchcraft-accusations': ['violence', 'child'],
}

/** Slugs. */
export const heavyTerms = Object.keys(heavy)

export const dangersOfTerm = (slug: string): readonly Danger[] => heavy[slug] ?? []
