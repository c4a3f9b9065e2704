import { Count } from './count.tsx'

const Counts = () => (
  <dl className="counts">
    <Count name="Total" count={12} />
    <Count name="This month" count={0} />
    <Count name="A long name that takes more than one line on a phone" count={19_999} />
    <Count name="Not counted yet" count="–" />
  </dl>
)

export const examples = { 'Counts above a list': Counts }
