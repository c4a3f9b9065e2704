import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { Profile } from '../../../domains/identity/accounts/profile.contract.ts'
import { profileMessages } from '../../../domains/identity/accounts/profile.rules.ts'
import { ProfileForm } from '../../../domains/identity/accounts/ui/profile-form.tsx'
import { ProfilePanel } from '../../../domains/identity/accounts/ui/profile-panel.tsx'
import { EmailSection } from '../../../domains/identity/credentials/ui/email-section.tsx'
import { PasswordSection } from '../../../domains/identity/credentials/ui/password-section.tsx'
import type { Said } from '../../../domains/identity/mfa/factors.contract.ts'

type OwnProfileProps = {
  profile: Profile
  email: string | null
  /** Where the account moves to once both emails are confirmed. */
  pendingEmail: string | null
  has_password: boolean
  /** Whether its forms were asked for on the page itself. */
  editing: boolean
  said: Partial<Said>
}

/** 'Profile': what is changed in place stands in the sidebar and the greeting at once. */
export function OwnProfile({ profile, email, pendingEmail, has_password, editing, said }: OwnProfileProps) {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [done, setDone] = useState<string>()
  const ours = ['profile', 'email', 'password'].includes(said.intent ?? '')
  const onPage = editing || (ours && said.problem !== undefined)
  const error = (field: string) => (ours && said.field === field ? said.problem : undefined)
  const problems = { username: error('username'), first_name: error('first_name'), form: error('form') }

  function saved(close: () => void) {
    close()
    setDone(profileMessages.saved)
    if (onPage) navigate('/dashboard/settings', { preventScrollReset: true })
    else revalidate()
  }
  return (
    <ProfilePanel
      names={profile}
      email={email}
      pendingEmail={pendingEmail}
      done={done ?? (ours ? said.done : undefined)}
      onPage={onPage}
      forms={(close) => (
        <div className="parts">
          <ProfileForm names={said.names ?? profile} problems={problems} onSaved={() => saved(close)} />
          <EmailSection
            email={email}
            error={error('new_email')}
            typed={said.intent === 'email' ? said.typed : undefined}
          />
          <PasswordSection kind={has_password ? 'change' : email ? 'first' : 'needs_address'} error={error} />
        </div>
      )}
    />
  )
}
