import { href } from 'react-router'
import { emailTokenTtl } from '../identity.rules.ts'

/** Others may see the inbox: nothing names the product, a term or why people come here. */
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
  // A link would open a new page instead of the waiting one.
  reauthentication: {
    subject: 'Your code',
    body: 'Someone, maybe you, is about to change something in the account with this address.',
    contains: ['code'],
  },
  // No page waits for a code (no enumeration).
  taken: {
    subject: 'A request about your account',
    body: 'Someone, maybe you, tried to sign up with this address. It already has an account. If you no longer know its password, you can set a new one.',
    contains: ['link'],
  },
  // To the old address: its owner can only contact us.
  email_changed: {
    subject: 'A change to your account',
    body: 'The account with this address has moved to another address. Messages about it no longer come here, and its other devices were signed out.',
    contains: [],
  },
  // Doesn't say what changed, so that no other reader can use it.
  access_changed: {
    subject: 'A change to your account',
    body: 'How you sign in to the account with this address has changed. If this was you, there is nothing to do.',
    contains: [],
  },
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

/** Milliseconds, as long as its challenge. */
export const smsCodeTtl = 10 * 60 * 1000

/** `erased` has no row: its user is gone. */
type Purpose = keyof typeof emails
export type MailPurpose = Exclude<Purpose, 'erased'>

/** Named by the reference service. */
const linkTypes: Partial<Record<Purpose, string>> = {
  signup: 'signup',
  recovery: 'recovery',
  magiclink: 'magiclink',
  invite: 'invite',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
}

/** Whether the email has a link or a six-digit code. */
export function contentOf(purpose: Purpose): { link: boolean; code: boolean } {
  const contains: readonly string[] = emails[purpose].contains
  return { link: contains.includes('link'), code: contains.includes('code') }
}

/** Validated by the caller; PKCE challenge (RFC 7636). Without either, the link leads to our own page. */
export type AppRedirect = {
  redirect_to?: string | undefined
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
}

/** Marks links of the PKCE flow (reference service). */
export const pkcePrefix = 'pkce_'

/** Without `redirect_to`, our home page. */
export type LinkedApp = { redirect_to?: string }

/** Milliseconds. */
export const tokenTtl = (purpose: Purpose): number => (purpose === 'sms_factor' ? smsCodeTtl : emailTokenTtl)

/** A guesser has a 1 in 200,000 chance. */
export const maxWrongCodes = 5

/** Renders the email, without tracking. `publicUrl`: configured; never the host of a request. */
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
      : `If this was not you, please write to us soon: ${publicUrl}${href('/contact')}`
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

/** Names nothing, because locked phones show it. */
export const renderSms = (purpose: Purpose, code: string): string =>
  `Your code is ${code}. It can be used once, for ${purpose === 'sms_factor' ? 'ten minutes' : 'one hour'}. If you did not ask for it, you can ignore this.`

/** Our own page or, for apps, the /auth/v1 endpoint that redirects (reference service). */
export function emailLinkUrl(
  purpose: Purpose,
  publicUrl: string,
  token: string,
  app: LinkedApp | undefined,
): string {
  const type = linkTypes[purpose]
  if (!app || !type) return `${publicUrl}${href('/auth-test/link')}?token=${token}`
  return `${publicUrl}/auth/v1/verify?${new URLSearchParams({ token, type, ...app })}`
}

/** Someone else may be signed in. */
const securityAdvice = (purpose: Purpose, publicUrl: string): string[] =>
  purpose === 'access_changed'
    ? [
        `A new password signs out every device. You can set one here, best on a device that nobody else uses: ${publicUrl}${href('/auth-test/reset')}`,
      ]
    : []

/** For HTML text and double-quoted attributes. */
const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function validityText(link: string | undefined, code: string | undefined): string {
  if (link && code) return 'Both can be used for one hour, and only one of them, once.'
  return `The ${link ? 'link' : 'code'} can be used once, for one hour.`
}
