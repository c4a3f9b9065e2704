import * as messages from './messages.en.yaml'

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

/** @param product its name, or a stand-in where others may read it */
export const helpTypeLabels = (product: string): Record<HelpType, string> => ({
  'general-feedback': messages.generalFeedback(),
  'questions-about-unfog': messages.questionsAboutUnfog({ product }),
  'technical-issues': messages.technicalIssues(),
  'press-media': messages.pressMedia(),
  partnership: messages.partnership(),
})

/** @param seconds until the next message is accepted */
export const tooManyMessages = (seconds: number): string =>
  messages.tooManyMessages({ minutes: seconds > 90 ? Math.ceil(seconds / 60) : 1 })

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
    subject: messages.emailSubject(),
    text: `${[
      messages.emailFrom({ sender: name ? `${name}, ${email}` : email }),
      messages.emailAbout({ subject: helpTypeLabels('us')[helpType] }),
      '',
      message,
      '',
      '--',
      messages.emailReply({ email }),
      messages.emailErase({ id }),
    ].join('\n')}\n`,
  }
}
