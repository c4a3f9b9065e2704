import { href } from 'react-router'
import { language } from '../../../platform/language.ts'
import { emailTokenTtl } from '../identity.rules.ts'
import * as messages from './messages.en.yaml'

/** Never an email. */
const smsCode = { subject: messages.yourCode, body: () => '', contains: ['code'] } as const

/** Others may see the inbox: nothing names the product, a term or why people come here. */
const emails = {
  signup: {
    subject: messages.confirmAddress,
    body: messages.signUp,
    contains: ['link', 'code'],
  },
  recovery: {
    subject: messages.aboutAccount,
    body: messages.recovery,
    contains: ['link', 'code'],
  },
  magiclink: {
    subject: messages.signInLink,
    body: messages.signIn,
    contains: ['link', 'code'],
  },
  invite: {
    subject: messages.invitation,
    body: messages.invite,
    contains: ['link', 'code'],
  },
  email_change_current: {
    subject: messages.aboutAccount,
    body: messages.moveAway,
    contains: ['link', 'code'],
  },
  email_change_new: {
    subject: messages.confirmAddress,
    body: messages.moveHere,
    contains: ['link', 'code'],
  },
  // A link would open a new page instead of the waiting one.
  reauthentication: {
    subject: messages.yourCode,
    body: messages.reauthentication,
    contains: ['code'],
  },
  // No page waits for a code (no enumeration).
  taken: {
    subject: messages.aboutAccount,
    body: messages.taken,
    contains: ['link'],
  },
  // To the old address: its owner can only contact us.
  email_changed: {
    subject: messages.accountChange,
    body: messages.moved,
    contains: [],
  },
  // Doesn't say what changed, so that no other reader can use it.
  access_changed: {
    subject: messages.accountChange,
    body: messages.accessChanged,
    contains: [],
  },
  sms_signup: smsCode,
  sms: smsCode,
  phone_change: smsCode,
  sms_factor: smsCode,
  erased: {
    subject: messages.yourAccount,
    body: messages.erased,
    contains: [],
  },
} as const satisfies Record<string, Email>

type Email = { subject: () => string; body: () => string; contains: readonly ('link' | 'code')[] }

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
  const subject = emails[purpose].subject()
  const body = emails[purpose].body()
  const link = content.token && emailLinkUrl(purpose, publicUrl, content.token, content.app)
  const codeIntro = link ? messages.orEnterCode() : messages.enterCode()
  const closing =
    link || content.code
      ? messages.validity({ contains: link && content.code ? 'both' : link ? 'link' : 'code' })
      : messages.contactUs({ url: `${publicUrl}${href('/contact')}` })
  const text = [
    messages.hello(),
    body,
    ...(content.new_email ? [messages.newAddress({ email: content.new_email })] : []),
    ...(link ? [`${messages.openLink()}\n${link}`] : []),
    ...(content.code ? [`${codeIntro}\n${content.code}`] : []),
    closing,
    ...securityAdvice(purpose, publicUrl),
  ]
  const paragraphs = [
    messages.hello(),
    body,
    ...(content.new_email
      ? [messages.newAddress({ email: `<strong>${escapeHtml(content.new_email)}</strong>` })]
      : []),
    ...(link ? [`${messages.openLink()}<br><a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`] : []),
    ...(content.code ? [`${codeIntro}<br><strong>${content.code}</strong>`] : []),
    closing,
    ...securityAdvice(purpose, publicUrl),
  ]
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language()}">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body>
${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
</body>
</html>
`,
  }
}

export const renderSms = (purpose: Purpose, code: string): string => messages.sms({ purpose, code })

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
    ? [messages.newPassword({ url: `${publicUrl}${href('/auth-test/reset')}` })]
    : []

/** For HTML text and double-quoted attributes. */
const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
