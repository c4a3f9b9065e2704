import { emailTokenTtl } from '../identity.rules.ts'

/**
 * What a letter of each purpose says. Somebody else may see the list of messages, so subjects are neutral: neither they nor
 * the words name the product, a term, or what people come here for (design: "Safety").
 */
const emails = {
  signup: {
    subject: 'Confirm your address',
    body: 'Someone, maybe you, gave this address to open an account. Please confirm that it is yours.',
    contains: ['link', 'code'],
  },
  recovery: {
    subject: 'A request about your account',
    body: 'Someone, maybe you, asked to set a new password for the account with this address.',
    contains: ['link', 'code'],
  },
  magiclink: {
    subject: 'Your sign-in link',
    body: 'Someone, maybe you, asked to sign in with this address.',
    contains: ['link', 'code'],
  },
  invite: {
    subject: 'An invitation',
    body: 'You are invited to open an account with this address.',
    contains: ['link', 'code'],
  },
  email_change_current: {
    subject: 'A request about your account',
    body: 'Someone, maybe you, asked to move the account with this address to another address. Please confirm it.',
    contains: ['link', 'code'],
  },
  email_change_new: {
    subject: 'Confirm your address',
    body: 'Someone, maybe you, asked to use this address for an account. Please confirm that it is yours.',
    contains: ['link', 'code'],
  },
  // Given back to the page that asked for it: a link would open another one, which asked for nothing.
  reauthentication: {
    subject: 'Your code',
    body: 'Someone, maybe you, is about to change something in the account with this address.',
    contains: ['code'],
  },
  // No page waits for a code: whoever typed the address was told the same as everybody.
  taken: {
    subject: 'A request about your account',
    body: 'Someone, maybe you, tried to sign up with this address. It already has an account. If you no longer know its password, you can set a new one.',
    contains: ['link'],
  },
  // To the address that was left: whoever did not ask for it can only write to people.
  email_changed: {
    subject: 'A change to your account',
    body: 'The account with this address has moved to another address. Messages about it no longer come here, and its other devices were signed out.',
    contains: [],
  },
  // Not what has changed: whoever else reads it learns nothing that they could hold against somebody.
  access_changed: {
    subject: 'A change to your account',
    body: 'How you sign in to the account with this address has changed. If this was you, there is nothing to do.',
    contains: [],
  },
  // As a text, which has no subject (`writeText`).
  sms_signup: { subject: 'Your code', body: '', contains: ['code'] },
  sms: { subject: 'Your code', body: '', contains: ['code'] },
  phone_change: { subject: 'Your code', body: '', contains: ['code'] },
  sms_factor: { subject: 'Your code', body: '', contains: ['code'] },
  erased: {
    subject: 'Your account',
    body: 'The account with this address was deleted, with everything in it. No more messages will come.',
    contains: [],
  },
} as const satisfies Record<string, { subject: string; body: string; contains: readonly ('link' | 'code')[] }>

/** How long a code for the second step can be used: as long as its question (milliseconds). */
export const smsCodeTtl = 10 * 60 * 1000

/** What a letter is for. `erased` has no row of `mail_tokens`: nobody is left whom it could belong to (mail/farewell). */
type Purpose = keyof typeof emails
export type MailPurpose = Exclude<Purpose, 'erased'>

/** What the reference service calls a link, for purposes that an app can ask for. */
const linkTypes: Partial<Record<Purpose, string>> = {
  signup: 'signup',
  recovery: 'recovery',
  magiclink: 'magiclink',
  invite: 'invite',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
}

/** @returns whether a letter of this purpose has a link to open, or a code of six digits to type */
export function contentOf(purpose: Purpose): { link: boolean; code: boolean } {
  const contains: readonly string[] = emails[purpose].contains
  return { link: contains.includes('link'), code: contains.includes('code') }
}

/**
 * What an app of its own asks of a link: where it leads in the end, checked by the caller, and who alone can use what it
 * brings (RFC 7636). Without either the link leads to our own page.
 */
export type AppRedirect = {
  redirect_to?: string | undefined
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
}

/** By it a link that was used up still says in which of the two flows it was asked for (reference service). */
export const pkcePrefix = 'pkce_'

/** Whom a link leads back to; without an address, to our front page. */
export type LinkedApp = { redirect_to?: string }

/**
 * How long what a letter of this purpose carries can be used (milliseconds). A second step is answered at once; the others may
 * have to be looked for.
 */
export const tokenTtl = (purpose: Purpose): number => (purpose === 'sms_factor' ? smsCodeTtl : emailTokenTtl)

/** How many wrong codes end a row; of a million codes, that leaves whoever guesses one chance in 200,000. */
export const maxWrongCodes = 5

/**
 * @param publicUrl our origin; a link never takes its host from a request
 * @param content what this letter carries: a token in base64url, a code of digits; `app` when an app of its own asked for it;
 *   `new_email`: where the account is to move, so that its owner sees it
 * @returns the letter in plain text and in HTML, without pictures or anything else that tells when it was read
 */
export function renderEmail(
  purpose: Purpose,
  publicUrl: string,
  content: {
    token?: string | undefined
    code?: string | undefined
    app?: LinkedApp | undefined
    new_email?: string | undefined
  } = {},
): { subject: string; text: string; html: string } {
  const { subject, body } = emails[purpose]
  const link = content.token && emailLinkUrl(purpose, publicUrl, content.token, content.app)
  const codeIntro = link
    ? 'Or, where you are asked for a code, enter this one:'
    : 'Enter this code where you are asked for it:'
  const closing =
    link || content.code
      ? `${validityText(link, content.code)} If this was not you, you can ignore this message.`
      : `If this was not you, please write to us soon: ${publicUrl}/contact`
  const text = [
    'Hello,',
    body,
    ...(content.new_email ? [`The new address: ${content.new_email}`] : []),
    ...(link ? [`Open this link:\n${link}`] : []),
    ...(content.code ? [`${codeIntro}\n${content.code}`] : []),
    closing,
    ...securityAdvice(purpose, publicUrl),
  ]
  const paragraphs = [
    'Hello,',
    body,
    ...(content.new_email ? [`The new address: <strong>${escapeHtml(content.new_email)}</strong>`] : []),
    ...(link ? [`Open this link:<br><a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`] : []),
    ...(content.code ? [`${codeIntro}<br><strong>${content.code}</strong>`] : []),
    closing,
    ...securityAdvice(purpose, publicUrl),
  ]
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body>
${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
</body>
</html>
`,
  }
}

/** A text, which lies open on a locked telephone: it names nothing. */
export const renderSms = (purpose: Purpose, code: string): string =>
  `Your code is ${code}. It can be used once, for ${purpose === 'sms_factor' ? 'ten minutes' : 'one hour'}. If you did not ask for it, you can ignore this.`

/** Our own page, or the door of /auth/v1, which leads an app's person back to it (reference service, its mailer's `getPath`). */
export function emailLinkUrl(
  purpose: Purpose,
  publicUrl: string,
  token: string,
  app: LinkedApp | undefined,
): string {
  const type = linkTypes[purpose]
  if (!app || !type) return `${publicUrl}/auth-test/link?token=${token}`
  return `${publicUrl}/auth/v1/verify?${new URLSearchParams({ token, type, ...app })}`
}

/** What helps at once, whoever has the account open. */
const securityAdvice = (purpose: Purpose, publicUrl: string): string[] =>
  purpose === 'access_changed'
    ? [
        `A new password signs out every device. You can set one here, best on a device that nobody else uses: ${publicUrl}/auth-test/reset`,
      ]
    : []

/** For a place between tags or in double quotes (HTML standard, "serializing HTML fragments"). */
const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function validityText(link: string | undefined, code: string | undefined): string {
  if (link && code) return 'Both can be used for one hour, and only one of them, once.'
  return `The ${link ? 'link' : 'code'} can be used once, for one hour.`
}
