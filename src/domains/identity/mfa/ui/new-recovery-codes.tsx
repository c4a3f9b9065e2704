import { href } from 'react-router'
import { Checkbox } from '../../../../ui/field/field.tsx'

/** Shows the codes once. */
export function NewRecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className="grid gap-6">
      <h1>Your recovery codes</h1>
      <p>
        Each code works once, for when you don’t have your phone or passkey. They are shown{' '}
        <strong>only now</strong>. Write them down on paper and keep it where nobody else looks.
      </p>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <form method="get" action={href('/dashboard/settings')} className="grid justify-items-start gap-5">
        <Checkbox name="written" required>
          I have written them down
        </Checkbox>
        <button type="submit" className="btn">
          Continue
        </button>
      </form>
    </div>
  )
}
