import { data, redirect } from 'react-router'
import { accountMessages, afterErasure, proveFirst } from '../../../domains/account/account.contract.ts'
import { eraseAccount } from '../../../domains/account/deletion.writes.server.ts'
import { sessionCookies } from '../../../domains/identity/identity.rules.ts'
import type { Said } from '../../../domains/identity/mfa/factors.contract.ts'
import { loggable } from '../../../platform/log.server.ts'
import { afterProof, type Deed } from './settings.actions.ts'

/** Without scripts: the browser takes the file in, and the page stays. */
const download: Deed = async ({ form }) =>
  redirect(`/api/account/export?${new URLSearchParams({ time_zone: String(form.time_zone) })}`)

const refused = (problem: string, status: number) =>
  data<Said>({ deed: 'erase-account', field: 'sure', problem }, status)

const erase: Deed = async ({ engine, session }) => {
  const { auth, clock, config, log } = engine
  try {
    await eraseAccount({ auth, clock, mails: config.smtpUrl !== undefined }, session.user_id, 'person')
  } catch (thrown) {
    log.error('an account could not be erased', { error: loggable(thrown) })
    return refused(accountMessages.eraseFailed, 503)
  }
  const headers = new Headers()
  // Their other tabs are told by the page that this leads to.
  for (const cookie of sessionCookies(undefined, false, 'SIGNED_OUT')) headers.append('Set-Cookie', cookie)
  return redirect(afterErasure, { headers })
}

/** The forms of 'Account Management', by the name that each sends. */
export const accountDeeds: Record<string, Deed> = {
  download: afterProof(download, proveFirst),
  'erase-account': async (doing) =>
    doing.form.sure === 'on' ? afterProof(erase, proveFirst)(doing) : refused(accountMessages.sure, 400),
}
