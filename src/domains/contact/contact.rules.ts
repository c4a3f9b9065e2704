/** In characters; the minimum is specification point 9's. */
export const messageLength = { min: 10, max: 10_000 } as const
export const nameMax = 100

/** Specification point 3. */
export const helpTypes = [
  'general-feedback',
  'questions-about-unfog',
  'technical-issues',
  'press-media',
  'partnership',
] as const
export type HelpType = (typeof helpTypes)[number]

/** @param name of the product, or a stand-in where others may read it */
export const helpTypeLabels = (name: string): Record<HelpType, string> => ({
  'general-feedback': 'General feedback',
  'questions-about-unfog': `Questions about ${name}`,
  'technical-issues': 'Technical issues',
  'press-media': 'Press and media',
  partnership: 'Partnership',
})

/** Verbatim from specification points 4 (`sent`) and 5. */
export const contactMessages = {
  email: 'Please enter a valid email address.',
  helpType: 'Please select how we can help you.',
  message: `Please enter a message of at least ${messageLength.min} characters.`,
  confirmation: 'You must confirm this is not a crisis support form.',
  longMessage: `Please use at most ${messageLength.max.toLocaleString('en')} characters. Everything you wrote is still here.`,
  longName: `Please use at most ${nameMax} characters.`,
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

/** Only bots fill it in; their messages are not stored. The neutral name avoids autofill. */
export const honeypotField = 'topic'

/** Removes characters that could inject email headers or terminal escape sequences. */
export const sanitizeText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')

/** For names: also without line breaks and bidi controls. */
export const toSingleLine = (text: string): string =>
  sanitizeText(text)
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/\s+/g, ' ')

type ContactEmailInput = { name: string; email: string; helpType: HelpType; message: string }

/** The sender's name stays out of the headers, and the product's name out of the email. */
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
      `A reply to this email goes to ${email}. The sender was promised one within 2-3 business days.`,
      `The message is kept as ${id}; to erase it: npm run operator -- contact erase ${id}`,
    ].join('\n')}\n`,
  }
}
