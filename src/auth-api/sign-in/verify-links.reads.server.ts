import { href } from 'react-router'
import { readUser } from '../../domains/identity/identity.reads.server.ts'
import { readMailLink } from '../../domains/identity/messages/messages.reads.server.ts'
import type { MailPurpose } from '../../domains/identity/messages/messages.rules.ts'
import type { AuthEngine } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { allowedRedirectUrl, ownApp, tokenRedirectUrl } from '../auth-api.rules.ts'
import { purposesByType } from './email-otp.contract.ts'
import type { AppLink } from './verify-links.contract.ts'
import { invalidLink, isPkce, redirectUrlWithResult } from './verify-links.rules.ts'

/**
 * `ours`: no redirect may receive a session. `asks`: someone else may have chosen the password
 * (docs/decisions/008).
 */
export type AppLinkState =
  | { state: 'ours'; to: URL }
  | { state: 'gone'; to: URL | undefined }
  | {
      state: 'waiting'
      to: URL
      purposes: readonly MailPurpose[]
      address: string
      newEmail?: string
      asks?: { user_id: string; chosen: string }
    }

/** Consumes nothing. A valid link leads to the URL stored with its email, whatever its query says. */
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
    return { state: 'ours', to: new URL(`${href('/auth-test/link')}?${query}`, config.publicUrl) }
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
