import { useState } from 'react'
import { href, useNavigate, useRevalidator } from 'react-router'
import * as accountMessages from '../../../domains/identity/accounts/messages.en.yaml'
import type { Profile } from '../../../domains/identity/accounts/profile.contract.ts'
import { ProfileForm } from '../../../domains/identity/accounts/ui/profile-form.tsx'
import { ProfilePanel } from '../../../domains/identity/accounts/ui/profile-panel.tsx'
import { EmailSection } from '../../../domains/identity/credentials/ui/email-section.tsx'
import { PasswordSection } from '../../../domains/identity/credentials/ui/password-section.tsx'
import type { SettingsActionData } from '../../../domains/identity/mfa/factors.contract.ts'

type ProfileSectionProps = {
  profile: Profile
  email: string | null
  /** The new address once both emails are confirmed. */
  pendingEmail: string | null
  has_password: boolean
  /** Whether the forms are in no dialog. */
  editing: boolean
  result: Partial<SettingsActionData>
}

export function ProfileSection({
  profile,
  email,
  pendingEmail,
  has_password,
  editing,
  result,
}: ProfileSectionProps) {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [done, setDone] = useState<string>()
  const isProfileForm = ['profile', 'email', 'password'].includes(result.intent ?? '')
  const onPage = editing || (isProfileForm && result.problem !== undefined)
  const error = (field: string) => (isProfileForm && result.field === field ? result.problem : undefined)
  const problems = { username: error('username'), first_name: error('first_name'), form: error('form') }

  function saved(close: () => void) {
    close()
    setDone(accountMessages.profileSaved())
    if (onPage) navigate(href('/dashboard/settings'), { preventScrollReset: true })
    else revalidate()
  }
  return (
    <ProfilePanel
      names={profile}
      email={email}
      pendingEmail={pendingEmail}
      done={done ?? (isProfileForm ? result.done : undefined)}
      onPage={onPage}
      forms={(close) => (
        <div className="parts">
          <ProfileForm names={result.names ?? profile} problems={problems} onSaved={() => saved(close)} />
          <EmailSection
            email={email}
            error={error('new_email')}
            typed={result.intent === 'email' ? result.typed : undefined}
          />
          <PasswordSection kind={has_password ? 'change' : email ? 'first' : 'needs_address'} error={error} />
        </div>
      )}
    />
  )
}
