import { Checkbox, Field, PasswordField, RadioGroup, TextArea } from './field.tsx'

const items = [
  { value: 'question', label: 'A question' },
  { value: 'mistake', label: 'A mistake in a term, in its examples or in its translation' },
]
const error = 'Please write something here.'

export const examples = {
  Field: () => <Field name="plain" label="Name" autoComplete="off" />,
  'Field with a hint, and a placeholder': () => (
    <Field
      name="hinted"
      label="Email"
      hint="Only used to answer you."
      placeholder="you@example.org"
      type="email"
      autoComplete="off"
    />
  ),
  'Field with an error': () => <Field name="wrong" label="Name" error={error} autoComplete="off" />,
  'Field with long text': () => (
    <Field name="long" label="Title" defaultValue={'A very long title '.repeat(9)} autoComplete="off" />
  ),
  'Disabled field': () => <Field name="off" label="Name" defaultValue="Not editable" disabled />,
  'Text area': () => <TextArea name="text" label="Message" rows={3} autoComplete="off" />,
  'Text area with hint and error': () => (
    <TextArea name="text-2" label="Message" hint="Up to 5,000 characters." error={error} autoComplete="off" />
  ),
  Password: () => (
    <PasswordField name="password" label="Password" autoComplete="current-password" defaultValue="lantern" />
  ),
  'Radio group': () => <RadioGroup name="topic" label="What is it about?" items={items} value="question" />,
  'Radio group with an error': () => (
    <RadioGroup name="topic-2" label="What is it about?" items={items} error={error} />
  ),
  Checkboxes: () => (
    <div className="grid gap-3">
      <Checkbox name="first">I share this device</Checkbox>
      <Checkbox name="second" defaultChecked>
        A longer text, which takes more than one line on a phone, beside its box
      </Checkbox>
      <Checkbox name="third" error="Please confirm this.">
        I am 18 or older
      </Checkbox>
    </div>
  ),
}
