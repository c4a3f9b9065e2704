import { expect, test } from 'vitest'
import { readSite } from '../../editorial/editorial.reads.server.ts'
import { contentOf, type MailPurpose, renderEmail } from './messages.rules.ts'

const purposes = [
  ...(['signup', 'recovery', 'magiclink', 'invite', 'taken'] as const),
  ...(['email_change_current', 'email_change_new', 'reauthentication'] as const),
]
const telling = ['email_changed', 'access_changed', 'erased'] as const
const publicUrl = 'https://words.example'
const letterOf = (purpose: MailPurpose | 'erased') => {
  const { link, code } = contentOf(purpose)
  return renderEmail(purpose, publicUrl, {
    ...{ token: link ? 'the-token' : undefined, code: code ? '012345' : undefined },
  })
}

test.each([...purposes, ...telling])('the %s email reveals nothing about the site', async (purpose) => {
  const { site } = await readSite('content/site.yaml')
  const { subject, text, html } = letterOf(purpose)
  const all = [subject, text, html].join('\n')
  for (const word of [site?.name, ...(site?.first_words ?? []), 'abuse', 'glossary', 'journal', 'survivor']) {
    expect(word).toBeTruthy()
    expect(all.toLowerCase()).not.toContain(word?.toLowerCase())
  }
  expect(all).not.toContain('!</')
  expect(text).not.toContain('!')
})

test.each(purposes)('the %s email contains its link or code, and no tracking', (purpose) => {
  const { text, html } = letterOf(purpose)
  const { link, code } = contentOf(purpose)
  const address = `${publicUrl}/auth-test/link?token=the-token`
  for (const part of [text, html]) {
    expect(part.includes(address)).toBe(link)
    expect(part.includes('012345')).toBe(code)
    expect(part).toContain('If this was not you, you can ignore this message.')
    expect(part).toContain('one hour')
  }
  expect(html).not.toMatch(/<img|<link|<script|style|src=/)
  expect([...html.matchAll(/https?:[^"<]*/g)].every(([found]) => found === address)).toBe(true)
})

const app = { redirect_to: 'https://app.example/in?a=1&b=2"<' }
const forApps = [
  ['signup', 'signup'],
  ['recovery', 'recovery'],
  ['magiclink', 'magiclink'],
  ['invite', 'invite'],
  ['email_change_current', 'email_change'],
  ['email_change_new', 'email_change'],
] as const

test.each(forApps)(
  'the %s email requested by an app links to /auth/v1/verify with the redirect of the app',
  (purpose, type) => {
    const { text, html } = renderEmail(purpose, publicUrl, { token: 'the-token', code: '012345', app })
    const link = /https:\S+/.exec(text)?.[0] ?? ''
    expect(link.startsWith(`${publicUrl}/auth/v1/verify?`)).toBe(true)
    expect(Object.fromEntries(new URL(link).searchParams)).toEqual({ token: 'the-token', type, ...app })
    expect(link).not.toMatch(/["<>]/)
    expect(html).toContain(`<a href="${link.replaceAll('&', '&amp;')}">${link.replaceAll('&', '&amp;')}</a>`)
    const { text: nowhere } = renderEmail(purpose, publicUrl, { token: 'the-token', code: '012345', app: {} })
    expect(nowhere).toContain(`${publicUrl}/auth/v1/verify?token=the-token&type=${type}\n`)
  },
)

test("emails that apps can't request link to /auth-test/link", () => {
  for (const purpose of purposes.filter((one) => !forApps.some(([name]) => name === one))) {
    expect(renderEmail(purpose, publicUrl, { token: 'the-token', app }).text).toContain(
      `${publicUrl}/auth-test/link?token=the-token\n`,
    )
  }
})

test('each email contains a link or code; reauthentication only a code, a taken address only a link', () => {
  for (const purpose of purposes) expect(Object.values(contentOf(purpose))).toContain(true)
  expect(contentOf('reauthentication')).toEqual({ link: false, code: true })
  expect(contentOf('taken')).toEqual({ link: true, code: false })
})

test.each(telling)('the %s email contains no token or code, and links to the contact page', (purpose) => {
  expect(contentOf(purpose)).toEqual({ link: false, code: false })
  const { text, html } = letterOf(purpose)
  for (const part of [text, html]) {
    expect(part).toContain(`${publicUrl}/contact`)
    expect(part).not.toMatch(/token=|can be used once|ignore this message/)
  }
})
