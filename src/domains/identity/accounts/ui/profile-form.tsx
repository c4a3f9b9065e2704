import { type FormEvent, useState } from 'react'
import { href } from 'react-router'
import { ApiProblem, apiFetch } from '../../../../platform/api-client.ts'
import { Field } from '../../../../ui/field/field.tsx'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'
import * as messages from '../messages.en.yaml'
import type { Profile } from '../profile.contract.ts'
import { nameProblem } from '../profile.rules.ts'

type Problems = Partial<Record<string, string | undefined>>

type ProfileFormProps = {
  names: Pick<Profile, 'username' | 'first_name'>
  /** By field, from the server; `form` for the whole. */
  problems?: Problems | undefined
  onSaved: () => void
}

export function ProfileForm({ names, problems: initialProblems = {}, onSaved }: ProfileFormProps) {
  const [problems, setProblems] = useState(initialProblems)
  const [saving, setSaving] = useState(false)

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (saving) return
    const form = new FormData(event.currentTarget)
    const [username, first_name] = [String(form.get('username')), String(form.get('first_name'))]
    const nameProblems = {
      username: nameProblem('username', username),
      first_name: nameProblem('first_name', first_name),
    }
    setProblems(nameProblems)
    if (nameProblems.username || nameProblems.first_name) return
    setSaving(true)
    try {
      await apiFetch('/profile', { method: 'PATCH', body: { username, first_name } })
      onSaved()
    } catch (thrown) {
      // Don't show network errors.
      const message =
        thrown instanceof ApiProblem && thrown.status > 0 ? thrown.message : messages.profileFailed()
      console.error('The profile could not be saved', thrown)
      setProblems({ form: message })
      setSaving(false)
    }
  }

  return (
    <form
      method="post"
      action={href('/dashboard/settings')}
      className="grid gap-5"
      noValidate
      onSubmit={save}
    >
      <PageOwner />
      <input type="hidden" name="intent" value="profile" />
      {problems.form && (
        <p role="alert" className="form-problem">
          {problems.form}
        </p>
      )}
      <Field
        name="username"
        label={messages.username()}
        hint={messages.usernameHint()}
        autoComplete="nickname"
        spellCheck={false}
        defaultValue={names.username ?? ''}
        error={problems.username}
      />
      <Field
        name="first_name"
        label={messages.firstName()}
        hint={messages.firstNameHint()}
        autoComplete="given-name"
        spellCheck={false}
        defaultValue={names.first_name ?? ''}
        error={problems.first_name}
      />
      <button type="submit" className="btn justify-self-start" aria-disabled={saving}>
        {saving ? messages.saving() : messages.save()}
      </button>
    </form>
  )
}
