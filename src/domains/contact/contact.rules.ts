/** Bounds of a message (specification point 9); the upper ones are ours, in characters. */
export const messageLength = { min: 10, max: 10_000 } as const
export const nameMax = 100

/** What somebody can write about (specification point 3, "Contact form"). */
export const helpTypes = [
  'general-feedback',
  'questions-about-unfog',
  'technical-issues',
  'press-media',
  'partnership',
] as const
export type HelpType = (typeof helpTypes)[number]

/** @param name the product's, or what stands for it where nobody else should read it */
export const helpTypeLabels = (name: string): Record<HelpType, string> => ({
  'general-feedback': 'General feedback',
  'questions-about-unfog': `Questions about ${name}`,
  'technical-issues': 'Technical issues',
  'press-media': 'Press and media',
  partnership: 'Partnership',
})

/** What is said beside a field (specification point 5, to the letter), and of what has no sentence there. */
export const contactMessages = {
  email: 'Please enter a valid email address.',
  helpType: 'Please select how we can help you.',
  message: `Please enter a message of at least ${messageLength.min} characters.`,
  confirmation: 'You must confirm this is not a crisis support form.',
  longMessage: `Please use at most ${messageLength.max.toLocaleString('en')} characters. Everything you wrote is still here.`,
  longName: `Please use at most ${nameMax} characters.`,
  /** Specification point 4, "Contact submit". */
  sent: {
    title: 'Message sent!',
    description: "Thank you for reaching out. We'll respond within 2-3 business days.",
  },
  wrong: 'This was not sent yet. Please look at what is marked below; everything you wrote is still here.',
  failed:
    'We couldn’t send your message. The problem is on our side. Everything you wrote is still here. Please try again in a moment.',
  tooOften: (seconds: number) =>
    `Many messages came from your connection within an hour. Everything you wrote is still here. Please send it again in ${
      seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : 'a minute'
    }.`,
} as const

/** Where somebody finds themselves who has sent a message: loading that page again sends nothing. */
export const sentUrl = '/contact?done'

/**
 * The name of a field that nobody sees and programs fill in: a message in which it holds something is answered like any, and
 * kept nowhere. No browser fills it in by itself, since it is not on the screen and its name says nothing.
 */
export const honeypotField = 'topic'

/**
 * The signs that a text may hold: line breaks in one way, no other control characters, no halves of letters. In a header they
 * would begin another one, and in the operator's terminal they would do something.
 */
export const sanitizeText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')

/** A name: the same, on one line, without the characters that reorder the text around them. */
export const toSingleLine = (text: string): string =>
  sanitizeText(text)
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/\s+/g, ' ')

type ContactEmailInput = { name: string; email: string; helpType: HelpType; message: string }

/**
 * The letter to the operator. Neither subject nor frame names the product or its subject, as in every letter of ours; who
 * wrote stands in the text alone, so that no name reaches a header.
 *
 * @param id by which the operator's command finds it
 */
export function contactEmail(id: string, { name, email, helpType, message }: ContactEmailInput) {
  return {
    subject: 'A message for you',
    text: `${[
      `From: ${name ? `${name}, ${email}` : email}`,
      `About: ${helpTypeLabels('us')[helpType]}`,
      '',
      message,
      '',
      '--',
      `An answer to this letter goes to ${email}. Whoever wrote was promised one within 2-3 business days.`,
      `The message is kept as ${id}; to erase it: npm run operator -- contact erase ${id}`,
    ].join('\n')}\n`,
  }
}
