import type { ReactNode } from 'react'
import { href } from 'react-router'
import { Checkbox, Field, initialFocus, PasswordField } from '../../../ui/field/field.tsx'
import { PageOwner } from '../../../ui/user-id-field/user-id-field.tsx'
import { passwordLength } from '../credentials/password.rules.ts'
import type { PendingIntent } from '../identity.contract.ts'
import * as messages from '../messages.en.yaml'

export type Carried = { next?: string | undefined; wanted?: PendingIntent | undefined }
type Problems = { form?: string; fields?: Record<string, string> }

type FormProps = {
  carried: Carried
  /** Never a password. */
  email?: string | undefined
  ticked?: { of_age: boolean; shared_device: boolean } | undefined
  problems?: Problems | undefined
}

function authUrl(mode: 'sign-in' | 'sign-up', { next, wanted }: Carried): string {
  const query = new URLSearchParams({ mode, ...(next && { next }), ...wanted })
  return `${href('/auth-test')}?${query}`
}

/** Specification point 2. */
export function SignInForm({ carried, email, ticked, problems }: FormProps) {
  return (
    <Form address={authUrl('sign-in', carried)} problem={problems?.form} submit={messages.signIn()}>
      <EmailField email={email} error={problems?.fields?.email} />
      <PasswordField
        name="password"
        label={messages.password()}
        autoComplete="current-password"
        required
        error={problems?.fields?.password}
      />
      <SharedDevice ticked={ticked?.shared_device} />
    </Form>
  )
}

export function SignUpForm({ carried, email, ticked, problems }: FormProps) {
  return (
    <Form address={authUrl('sign-up', carried)} problem={problems?.form} submit={messages.createAccount()}>
      <EmailField email={email} error={problems?.fields?.email} />
      <PasswordField
        name="password"
        label={messages.password()}
        autoComplete="new-password"
        required
        minLength={passwordLength.min}
        hint={messages.passwordHint({ min: passwordLength.min })}
        error={problems?.fields?.password}
      />
      <Checkbox name="of_age" required defaultChecked={ticked?.of_age} error={problems?.fields?.of_age}>
        {messages.ofAge()}
      </Checkbox>
      <SharedDevice ticked={ticked?.shared_device} />
    </Form>
  )
}

export function SwitchForm({ mode, carried }: { mode: 'sign-in' | 'sign-up'; carried: Carried }) {
  return mode === 'sign-in' ? (
    <p>{messages.newHere({ signUp: (text) => <a href={authUrl('sign-up', carried)}>{text}</a> })}</p>
  ) : (
    <p>{messages.hasAccount({ signIn: (text) => <a href={authUrl('sign-in', carried)}>{text}</a> })}</p>
  )
}

/** Shows its error first, where screen readers announce it. */
export function Form(props: {
  address: string
  problem?: string | undefined
  submit: string
  quiet?: boolean
  children: ReactNode
}) {
  return (
    // The server validates.
    <form method="post" action={props.address} className="grid gap-5" noValidate>
      <PageOwner />
      {props.problem && (
        <p role="alert" tabIndex={-1} className="form-problem" {...initialFocus}>
          {props.problem}
        </p>
      )}
      {props.children}
      <button
        type="submit"
        className={props.quiet ? 'btn btn-quiet justify-self-start' : 'btn justify-self-start'}
      >
        {props.submit}
      </button>
    </form>
  )
}

export function EmailField({ email, error }: { email?: string | undefined; error?: string | undefined }) {
  return (
    <Field
      name="email"
      label={messages.email()}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={254}
      defaultValue={email}
      error={error}
    />
  )
}

export function SharedDevice({ ticked }: { ticked?: boolean | undefined }) {
  return (
    <Checkbox name="shared_device" defaultChecked={ticked}>
      {messages.sharedDevice()}
      <span className="block text-muted">{messages.sharedDeviceHint()}</span>
    </Checkbox>
  )
}
