import { PageOwner } from '../user-id-field/user-id-field.tsx'
import { Switch } from './switch.tsx'

type SwitchFormProps = {
  /** Of the title, which names the switch. */
  id: string
  title: string
  heading?: 'h2' | 'h3'
  /** What it does now. */
  text: string
  on: boolean
  /** Where the form is sent. */
  action: string
  intent?: string
  /** Of the field that says "on" or "off". */
  name: string
}

/** A switch with its title and text, which works without JavaScript. */
export const SwitchForm = ({ id, heading: Heading = 'h3', on, intent, name, ...props }: SwitchFormProps) => (
  <>
    <form method="post" action={props.action} className="switch-row">
      <PageOwner />
      <Heading id={id}>{props.title}</Heading>
      {intent && <input type="hidden" name="intent" value={intent} />}
      <input type="hidden" name={name} value={on ? 'off' : 'on'} />
      <Switch on={on} labelledBy={id} describedBy={`${id}-says`} />
    </form>
    <p id={`${id}-says`} className="text-muted">
      {props.text}
    </p>
  </>
)
