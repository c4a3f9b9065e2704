import { readUser } from '../../domains/identity/identity.reads.server.ts'
import { readMailLink } from '../../domains/identity/messages/messages.reads.server.ts'
import type { MailPurpose } from '../../domains/identity/messages/messages.rules.ts'
import type { AuthEngine } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { allowedRedirectUrl, ownApp, tokenRedirectUrl } from '../auth-api.rules.ts'
import { purposesByType } from './email-otp.contract.ts'
import type { AppLink } from './verify-links.contract.ts'
import { invalidLink, isPkce, redirectUrlWithResult } from './verify-links.rules.ts'

/**
 * `ours`: requested on our own pages, or without a redirect that may receive a session; `to` is our page. `asks`: the sign-up's
 * password must be entered, because someone else may have chosen it (docs/decisions/008).
 */
export type AppLinkState =
  | { state: 'ours'; to: URL }
  | { state: 'gone'; to: URL | undefined }
  | {
      state: 'waiting'
      to: URL
      purposes: readonly MailPurpose[]
      address: string
      /** The new address of an email change. */
      newEmail?: string
      asks?: { user_id: string; chosen: string }
    }

/**
 * Reads a link without consuming it. An invalid link leads to the app that it names, with an error. A valid one leads to the
 * URL stored with its email, whatever its query says now.
 */
export async function readAppLink(
  { auth, clock, config }: Pick<AuthEngine, 'auth' | 'clock' | 'config'>,
  link: AppLink,
): Promise<AppLinkState> {
  const stored = await readMailLink(auth, link.token, clock.now())
  const purposes: readonly MailPurpose[] = link.type ? purposesByType[link.type] : []
  if (!stored || !purposes.includes(stored.purpose)) {
    const app = allowedRedirectUrl(config, link.redirect_to) ?? ownApp(config)
    return { state: 'gone', to: app && redirectUrlWithResult(app, invalidLink, isPkce(link)) }
  }
  const redirectUrl = tokenRedirectUrl(config, stored.redirect_to, stored.code_challenge)
  if (!redirectUrl && !stored.code_challenge) {
    const query = new URLSearchParams({ token: link.token })
    return { state: 'ours', to: new URL(`/auth-test/link?${query}`, config.publicUrl) }
  }
  const { user_id, sent_to: address } = stored
  const chosen = stored.purpose === 'signup' && (await readUser(auth, user_id))?.password_hash
  return {
    state: 'waiting',
    to: redirectUrl ?? new URL('/', config.publicUrl),
    purposes,
    address,
    ...(stored.new_email && link.type === 'email_change' && { newEmail: stored.new_email }),
    ...(chosen && { asks: { user_id, chosen } }),
  }
}
