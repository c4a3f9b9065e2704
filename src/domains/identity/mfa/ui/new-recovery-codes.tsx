import { href } from 'react-router'
import { Checkbox } from '../../../../ui/field/field.tsx'
import * as messages from '../messages.en.yaml'

/** Shows the codes once. */
export function NewRecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className="grid gap-6">
      <h1>{messages.newCodes()}</h1>
      <p>{messages.newCodesLede({ strong: (text) => <strong>{text}</strong> })}</p>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <form method="get" action={href('/dashboard/settings')} className="grid justify-items-start gap-5">
        <Checkbox name="written" required>
          {messages.codesWritten()}
        </Checkbox>
        <button type="submit" className="btn">
          {messages.continue()}
        </button>
      </form>
    </div>
  )
}
