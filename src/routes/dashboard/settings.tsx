import { useEffect } from 'react'
import { data, useLocation } from 'react-router'
import { AccountManagement } from '../../domains/account/ui/account-management.tsx'
import { BetaLab, Notifications } from '../../domains/account/ui/not-yet.tsx'
import { PlanTiles } from '../../domains/account/ui/plan-tiles.tsx'
import { LimitData } from '../../domains/identity/data-limit/ui/limit-data.tsx'
import type { Said } from '../../domains/identity/factors/contract.ts'
import { countRecoveryCodes, listFactors } from '../../domains/identity/factors/reads.server.ts'
import { ConfirmApp } from '../../domains/identity/factors/ui/confirm-app.tsx'
import { NewRecoveryCodes } from '../../domains/identity/factors/ui/new-recovery-codes.tsx'
import { Passkeys } from '../../domains/identity/factors/ui/passkeys.tsx'
import { SecondStep } from '../../domains/identity/factors/ui/second-step.tsx'
import { readProfile } from '../../domains/identity/profile/reads.server.ts'
import type { WaysToProve } from '../../domains/identity/proof/contract.ts'
import { listLinked } from '../../domains/identity/providers/reads.server.ts'
import { offered } from '../../domains/identity/providers/rules.ts'
import { LinkedAccounts } from '../../domains/identity/providers/ui/linked-accounts.tsx'
import { listSessions, readUser } from '../../domains/identity/reads.server.ts'
import { refusedWhileRestricted } from '../../domains/identity/rules.ts'
import { canUnlock, readWaysToUnlock } from '../../domains/identity/safe-mode/reads.server.ts'
import { safeModeDone } from '../../domains/identity/safe-mode/rules.ts'
import { SafeMode, type Unlocking } from '../../domains/identity/safe-mode/ui/safe-mode.tsx'
import { SessionList } from '../../domains/identity/ui/session-list.tsx'
import { SettingsGroup } from '../../domains/identity/ui/settings-group.tsx'
import { engineContext, platformContext, signedInOwner, signedInSession, visitorContext } from '../context.ts'
import { rootOf } from '../meta.ts'
import type { Route } from './+types/settings.ts'
import { accountDeeds } from './account-deeds.ts'
import { QuickHideChoices, ThemeChoice } from './device-choices.tsx'
import { OwnProfile } from './own-profile.tsx'
import { profileDeeds } from './profile-deeds.ts'
import { safeModeDeeds } from './safe-mode-deeds.ts'
import { useSaid } from './said.ts'
import { addApp, confirmApp, newCodes, passkeyAdded, remove } from './second-step-deeds.ts'
import {
  afterProof,
  type Deed,
  email,
  end,
  endOthers,
  firstPassword,
  keepEmail,
  password,
} from './settings-deeds.ts'

export { PageFailed as ErrorBoundary } from './page-failed.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Settings' }, { name: 'robots', content: 'noindex' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { auth, clock } = context.get(engineContext)
  const session = signedInSession(context)
  const engine = context.get(engineContext)
  const { providers } = context.get(platformContext).config
  const [profile, user, sessions, factors, codesLeft, linked, ways] = await Promise.all([
    readProfile(context.get(platformContext).database, signedInOwner(context)),
    readUser(auth, session.user_id),
    listSessions(auth, session, clock.now()),
    listFactors(auth, session.user_id),
    countRecoveryCodes(auth, session.user_id),
    listLinked(auth, session.user_id),
    readWaysToUnlock(engine, session, providers),
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
    factors: factors.filter(({ status }) => status === 'verified'),
    codesLeft,
    linked,
    mails: context.get(platformContext).config.smtpUrl !== undefined,
    providers: providers.map(offered),
    safe: Boolean(session.safe_mode) || context.get(visitorContext).safe,
    lock_minutes: session.lock_minutes,
    unlocking: unlockingOf(ways),
    closed: refusedWhileRestricted(session),
    plan: session.plan,
    beta: context.get(platformContext).config.beta,
  }
}

const unlockingOf = (ways: WaysToProve): Unlocking =>
  ways.password || ways.passkey ? 'password' : canUnlock(ways) ? 'code' : 'none'

const noOtherPlan = 'You can’t change plans here yet'

/** Journaling is there, and so not "Available soon". */
const planReasons = (beta: boolean) => ({
  starter: noOtherPlan,
  journal: beta ? 'Open to you during the beta' : noOtherPlan,
})

/** From there one comes back to the forms of the profile. */
const proveToEdit = `/auth-test/prove?${new URLSearchParams({ next: '/dashboard/settings?edit=profile' })}`

/** The forms of the page, by the name that each sends. A restricted person may do all of this: it keeps the account safe. */
const deeds: Record<string, Deed> = {
  end,
  'end-others': endOthers,
  password,
  'first-password': afterProof(firstPassword, proveToEdit),
  email: afterProof(email, proveToEdit),
  'keep-email': keepEmail,
  'add-app': afterProof(addApp),
  'confirm-app': afterProof(confirmApp),
  'passkey-added': afterProof(passkeyAdded),
  'new-codes': afterProof(newCodes),
  'remove-factor': afterProof(remove),
  ...profileDeeds,
  ...safeModeDeeds,
  ...accountDeeds,
}

export async function action({ request, context }: Route.ActionArgs) {
  const engine = context.get(engineContext)
  const [owner, session] = [signedInOwner(context), signedInSession(context)]
  const { address } = context.get(visitorContext)
  const form = Object.fromEntries(await request.formData())
  const name = String(form.deed)
  const deed = Object.hasOwn(deeds, name) ? deeds[name] : undefined
  return deed ? deed({ engine, owner, session, address, form }) : data<Said>({ deed: '' }, 400)
}

export default function Settings({ loaderData, actionData, matches }: Route.ComponentProps) {
  useEffect(() => {
    // Where an address names a part of the page, as these forms do, the attribute counts for nothing (HTML standard, "autofocus").
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('main [autofocus]')?.focus()
  }, [])
  const { search } = useLocation()
  const said: Partial<Said> = useSaid(actionData) ?? {}
  const { email, has_password, limit_data, sessions, factors, codesLeft, linked, providers, plan, beta } =
    loaderData
  const passkeyFiles = rootOf(matches)?.shell.passkey
  const doneOf = (...names: string[]) => (names.includes(said.deed ?? '') ? said.done : undefined)
  const error = (field: string) => (said.field === field ? said.problem : undefined)
  if (said.codes || said.app) {
    return (
      <div className="narrow">
        {said.codes && <NewRecoveryCodes codes={said.codes} />}
        {said.app && <ConfirmApp app={said.app} error={said.problem} />}
      </div>
    )
  }
  return (
    <div className="settings">
      <h1>Settings</h1>
      <SettingsGroup id="profile" title="Profile">
        <OwnProfile {...loaderData} said={said} />
      </SettingsGroup>
      <SettingsGroup id="privacy" title="Privacy & Security">
        <SafeMode
          on={loaderData.safe}
          minutes={loaderData.lock_minutes}
          unlocking={loaderData.unlocking}
          done={doneOf('idle-lock') ?? safeModeDone(search, loaderData.safe)}
        />
        <LimitData on={limit_data} done={doneOf('limit-data')} />
        <QuickHideChoices />
        <ThemeChoice />
        <SessionList sessions={sessions} limited={limit_data} />
        <SecondStep
          factors={factors}
          codesLeft={codesLeft}
          hasPassword={has_password}
          signsInByPhone={loaderData.signs_in_by_phone}
          done={doneOf('add-app')}
          error={error}
        />
        <Passkeys factors={factors} files={passkeyFiles} done={doneOf('passkey-added')} />
        <LinkedAccounts linked={linked} providers={providers} closed={loaderData.closed} />
      </SettingsGroup>
      <SettingsGroup id="notifications" title="Notifications">
        <Notifications />
      </SettingsGroup>
      <SettingsGroup id="beta" title="Beta Lab">
        <BetaLab />
      </SettingsGroup>
      <SettingsGroup id="plans" title="Subscription Options">
        <PlanTiles plan={plan} beta={beta} reasons={planReasons(beta)} />
      </SettingsGroup>
      <SettingsGroup id="account" title="Account Management">
        <AccountManagement noteTo={loaderData.mails ? email : null} problem={error('sure')} />
      </SettingsGroup>
    </div>
  )
}
