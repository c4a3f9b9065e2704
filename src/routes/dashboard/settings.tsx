import { data } from 'react-router'
import { AccountManagement } from '../../domains/account/ui/account-management.tsx'
import type { Said } from '../../domains/identity/factors/contract.ts'
import { countRecoveryCodes, listFactors } from '../../domains/identity/factors/reads.server.ts'
import { ConfirmApp } from '../../domains/identity/factors/ui/confirm-app.tsx'
import { NewRecoveryCodes } from '../../domains/identity/factors/ui/new-recovery-codes.tsx'
import { Passkeys } from '../../domains/identity/factors/ui/passkeys.tsx'
import { SecondStep } from '../../domains/identity/factors/ui/second-step.tsx'
import { listLinked } from '../../domains/identity/providers/reads.server.ts'
import { offered } from '../../domains/identity/providers/rules.ts'
import { LinkedAccounts } from '../../domains/identity/providers/ui/linked-accounts.tsx'
import { listSessions, readUser } from '../../domains/identity/reads.server.ts'
import { refusedWhileRestricted } from '../../domains/identity/rules.ts'
import { EmailSection } from '../../domains/identity/ui/email-section.tsx'
import { PasswordSection } from '../../domains/identity/ui/password-section.tsx'
import { SessionList } from '../../domains/identity/ui/session-list.tsx'
import { SettingsSection } from '../../domains/identity/ui/settings-section.tsx'
import { engineContext, platformContext, signedInSession, visitorContext } from '../context.ts'
import { rootOf } from '../meta.ts'
import type { Route } from './+types/settings.ts'
import { accountDeeds } from './account-deeds.ts'
import { addApp, confirmApp, newCodes, passkeyAdded, remove } from './second-step-deeds.ts'
import { afterProof, type Deed, email, end, endOthers, firstPassword, password } from './settings-deeds.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Settings' }, { name: 'robots', content: 'noindex' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { auth, clock } = context.get(engineContext)
  const session = signedInSession(context)
  const [user, sessions, factors, codesLeft, linked] = await Promise.all([
    readUser(auth, session.user_id),
    listSessions(auth, session, clock.now()),
    listFactors(auth, session.user_id),
    countRecoveryCodes(auth, session.user_id),
    listLinked(auth, session.user_id),
  ])
  return {
    email: user?.email ?? null,
    has_password: Boolean(user?.password_hash),
    sessions,
    factors: factors.filter(({ status }) => status === 'verified'),
    codesLeft,
    linked,
    mails: context.get(platformContext).config.smtpUrl !== undefined,
    providers: context.get(platformContext).config.providers.map(offered),
    closed: refusedWhileRestricted(session),
  }
}

/** The forms of the page, by the name that each sends. A restricted person may do all of this: it keeps the account safe. */
const deeds: Record<string, Deed> = {
  end,
  'end-others': endOthers,
  password,
  'first-password': afterProof(firstPassword),
  email: afterProof(email),
  'add-app': afterProof(addApp),
  'confirm-app': afterProof(confirmApp),
  'passkey-added': afterProof(passkeyAdded),
  'new-codes': afterProof(newCodes),
  'remove-factor': afterProof(remove),
  ...accountDeeds,
}

export async function action({ request, context }: Route.ActionArgs) {
  const engine = context.get(engineContext)
  const session = signedInSession(context)
  const { address } = context.get(visitorContext)
  const form = Object.fromEntries(await request.formData())
  const name = String(form.deed)
  const deed = Object.hasOwn(deeds, name) ? deeds[name] : undefined
  return deed ? deed({ engine, session, address, form }) : data<Said>({ deed: '' }, 400)
}

export default function Settings({ loaderData, actionData, matches }: Route.ComponentProps) {
  const said: Partial<Said> = actionData ?? {}
  const { email, has_password, sessions, factors, codesLeft, linked, providers, closed, mails } = loaderData
  const script = rootOf(matches)?.shell.passkeyScript
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
    <div className="grid gap-10">
      <h1>Settings</h1>
      <SessionList sessions={sessions} />
      <SecondStep
        factors={factors}
        codesLeft={codesLeft}
        hasPassword={has_password}
        done={doneOf('add-app')}
        error={error}
      />
      <Passkeys factors={factors} script={script} done={doneOf('passkey-added')} />
      <LinkedAccounts linked={linked} providers={providers} closed={closed} />
      <EmailSection
        email={email}
        done={doneOf('email')}
        error={error('new_email')}
        typed={said.deed === 'email' ? said.typed : undefined}
      />
      <PasswordSection
        kind={has_password ? 'change' : email ? 'first' : 'needs_address'}
        done={doneOf('password')}
        error={error}
      />
      <SettingsSection id="account" title="Account Management">
        <AccountManagement noteTo={mails ? email : null} problem={error('sure')} />
      </SettingsSection>
    </div>
  )
}
