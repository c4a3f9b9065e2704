import { useEffect } from 'react'
import { href, useLocation } from 'react-router'
import { AccountManagement } from '../../../domains/account/ui/account-management.tsx'
import { BetaLab, Notifications } from '../../../domains/account/ui/coming-soon-settings.tsx'
import { PlanTiles } from '../../../domains/account/ui/plan-tiles.tsx'
import { readLockStates } from '../../../domains/connections/lock/locks.reads.server.ts'
import { LockSettings } from '../../../domains/connections/lock/ui/lock-settings.tsx'
import { TaggingSwitch } from '../../../domains/connections/tags/ui/tagging-switch.tsx'
import { useJournalPreferences } from '../../../domains/connections/ui/journal-preferences.ts'
import { readProfile } from '../../../domains/identity/accounts/profile.reads.server.ts'
import { LimitData } from '../../../domains/identity/accounts/ui/limit-data.tsx'
import { SettingsGroup } from '../../../domains/identity/accounts/ui/settings-group.tsx'
import { SuccessNote } from '../../../domains/identity/accounts/ui/settings-section.tsx'
import { listSessions, readUser } from '../../../domains/identity/identity.reads.server.ts'
import { restrictedAccountError } from '../../../domains/identity/identity.rules.ts'
import type { SettingsActionData } from '../../../domains/identity/mfa/factors.contract.ts'
import { countRecoveryCodes, listFactors } from '../../../domains/identity/mfa/factors.reads.server.ts'
import { ConfirmApp } from '../../../domains/identity/mfa/ui/confirm-app.tsx'
import { NewRecoveryCodes } from '../../../domains/identity/mfa/ui/new-recovery-codes.tsx'
import { Passkeys } from '../../../domains/identity/mfa/ui/passkeys.tsx'
import { SecondStep } from '../../../domains/identity/mfa/ui/second-step.tsx'
import type { ReauthMethods } from '../../../domains/identity/reauth/reauth.contract.ts'
import { canUnlock, readWaysToUnlock } from '../../../domains/identity/sessions/safe-mode.reads.server.ts'
import { safeModeMessage } from '../../../domains/identity/sessions/safe-mode.rules.ts'
import { SafeMode, type Unlocking } from '../../../domains/identity/sessions/ui/safe-mode.tsx'
import { SessionList } from '../../../domains/identity/sessions/ui/session-list.tsx'
import { listLinked } from '../../../domains/identity/social/providers.reads.server.ts'
import { offered } from '../../../domains/identity/social/providers.rules.ts'
import { LinkedAccounts } from '../../../domains/identity/social/ui/linked-accounts.tsx'
import { getRootData } from '../../meta.ts'
import {
  engineContext,
  platformContext,
  signedInOwner,
  signedInSession,
  visitorContext,
} from '../../request-context.ts'
import * as messages from '../messages.en.yaml'
import type { Route } from './+types/settings.ts'
import { accountActions } from './account.actions.ts'
import { QuickHidePreferences, ThemePreference } from './device-preferences.tsx'
import { addApp, confirmApp, newCodes, passkeyAdded, remove } from './mfa.actions.ts'
import { profileActions } from './profile.actions.ts'
import { ProfileSection } from './profile-section.tsx'
import { safeModeActions } from './safe-mode.actions.ts'
import {
  cancelEmailChange,
  email,
  firstPassword,
  password,
  requireReauth,
  respond,
  type SettingsAction,
  signOutOthers,
  signOutSession,
} from './settings.actions.ts'
import { useReadableCopy } from './use-readable-copy.tsx'
import { useStickyActionData } from './use-sticky-action-data.ts'

export { ErrorPage as ErrorBoundary } from '../error-page.tsx'

export const meta = () => [{ title: messages.settings() }, { name: 'robots', content: 'noindex' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const engine = context.get(engineContext)
  const { auth, clock } = engine
  const session = signedInSession(context)
  const { database, config } = context.get(platformContext)
  const [profile, user, sessions, factors, codesLeft, linked, ways, locks] = await Promise.all([
    readProfile(database, signedInOwner(context)),
    readUser(auth, session.user_id),
    listSessions(auth, session, clock.now()),
    listFactors(auth, session.user_id),
    countRecoveryCodes(auth, session.user_id),
    listLinked(auth, session.user_id),
    readWaysToUnlock(engine, session, config.providers),
    readLockStates(database, signedInOwner(context)),
  ])
  return {
    profile,
    editing: new URL(request.url).searchParams.get('edit') === 'profile',
    email: user?.email ?? null,
    pendingEmail: user?.new_email_until && user.new_email_until > clock.now() ? user.new_email : null,
    has_password: Boolean(user?.password_hash),
    signs_in_by_phone: Boolean(user?.phone_confirmed_at),
    limit_data: Boolean(user?.limit_data),
    sessions,
    lockStates: locks.map(({ state }) => state),
    factors: factors.filter(({ status }) => status === 'verified'),
    codesLeft,
    linked,
    mails: config.smtpUrl !== undefined,
    providers: config.providers.map(offered),
    safe: Boolean(session.safe_mode) || context.get(visitorContext).safe,
    lock_minutes: session.lock_minutes,
    unlocking: unlockMethod(ways),
    closed: restrictedAccountError(session),
    plan: session.plan,
    beta: config.beta,
  }
}

const unlockMethod = (ways: ReauthMethods): Unlocking =>
  ways.password || ways.passkey ? 'password' : canUnlock(ways) ? 'code' : 'none'

/** Journaling is available already. */
const planReasons = (beta: boolean) => ({
  starter: messages.noOtherPlan(),
  journal: beta ? messages.journalInBeta() : messages.noOtherPlan(),
})

const reauthToEditUrl = `${href('/auth-test/prove')}?${new URLSearchParams({ next: `${href('/dashboard/settings')}?edit=profile` })}`

/** By `intent`. Restricted users may run all, to keep the account safe. */
const actions: Record<string, SettingsAction> = {
  end: signOutSession,
  'end-others': signOutOthers,
  password,
  'first-password': requireReauth(firstPassword, reauthToEditUrl),
  email: requireReauth(email, reauthToEditUrl),
  'keep-email': cancelEmailChange,
  'add-app': requireReauth(addApp),
  'confirm-app': requireReauth(confirmApp),
  'passkey-added': requireReauth(passkeyAdded),
  'new-codes': requireReauth(newCodes),
  'remove-factor': requireReauth(remove),
  ...profileActions,
  ...safeModeActions,
  ...accountActions,
}

export async function action({ request, context }: Route.ActionArgs) {
  const engine = context.get(engineContext)
  const [owner, session] = [signedInOwner(context), signedInSession(context)]
  const { address } = context.get(visitorContext)
  const form = Object.fromEntries(await request.formData())
  const intent = String(form.intent)
  const run = Object.hasOwn(actions, intent) ? actions[intent] : undefined
  return run ? run({ engine, owner, session, address, form }) : respond({ intent: '' }, 400)
}

export default function Settings({ loaderData, actionData, matches }: Route.ComponentProps) {
  useEffect(() => {
    // Browsers ignore `autofocus` when the URL has a fragment (HTML standard).
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('main [autofocus]')?.focus()
  }, [])
  const { search } = useLocation()
  const { journal_tagging } = useJournalPreferences()
  const readable = useReadableCopy()
  const result: Partial<SettingsActionData> = useStickyActionData(actionData) ?? {}
  const { email, has_password, limit_data, sessions, factors, codesLeft, linked, providers, plan, beta } =
    loaderData
  const passkeyFiles = getRootData(matches)?.shell.passkey
  const successMessage = (...names: string[]) =>
    names.includes(result.intent ?? '') ? result.done : undefined
  const error = (field: string) => (result.field === field ? result.problem : undefined)
  if (result.codes || result.app) {
    return (
      <div className="narrow">
        {result.codes && <NewRecoveryCodes codes={result.codes} />}
        {result.app && <ConfirmApp app={result.app} error={result.problem} />}
      </div>
    )
  }
  return (
    <div className="grid gap-12">
      <h1>{messages.settings()}</h1>
      <SettingsGroup id="profile" title={messages.profile()}>
        <ProfileSection {...loaderData} result={result} />
      </SettingsGroup>
      <SettingsGroup id="privacy" title={messages.privacy()}>
        <SafeMode
          on={loaderData.safe}
          minutes={loaderData.lock_minutes}
          unlocking={loaderData.unlocking}
          done={successMessage('idle-lock') ?? safeModeMessage(search, loaderData.safe)}
        />
        <LockSettings states={loaderData.lockStates} />
        <LimitData on={limit_data} done={successMessage('limit-data')} />
        <QuickHidePreferences />
        <ThemePreference />
        <SessionList sessions={sessions} limited={limit_data} />
        <SecondStep
          factors={factors}
          codesLeft={codesLeft}
          hasPassword={has_password}
          signsInByPhone={loaderData.signs_in_by_phone}
          done={successMessage('add-app')}
          error={error}
        />
        <Passkeys factors={factors} files={passkeyFiles} done={successMessage('passkey-added')} />
        <LinkedAccounts linked={linked} providers={providers} closed={loaderData.closed} />
      </SettingsGroup>
      <SettingsGroup id="notifications" title={messages.notifications()}>
        <Notifications />
      </SettingsGroup>
      <SettingsGroup id="beta" title={messages.betaLab()}>
        <BetaLab
          tagging={
            <TaggingSwitch
              on={journal_tagging}
              note={<SuccessNote>{successMessage('journal-tagging')}</SuccessNote>}
            />
          }
        />
      </SettingsGroup>
      <SettingsGroup id="plans" title={messages.subscriptionOptions()}>
        <PlanTiles plan={plan} beta={beta} reasons={planReasons(beta)} />
      </SettingsGroup>
      <SettingsGroup id="account" title={messages.accountManagement()}>
        <AccountManagement
          noteTo={loaderData.mails ? email : null}
          problem={error('sure')}
          readable={readable}
        />
      </SettingsGroup>
    </div>
  )
}
