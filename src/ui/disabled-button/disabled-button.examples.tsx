import { DisabledButton } from './disabled-button.tsx'

export const examples = {
  'With the reason of its area': () => <DisabledButton className="btn">Change</DisabledButton>,
  'With a reason of its own': () => (
    <DisabledButton className="btn btn-quiet" why="Needs a longer reason, which appears on hover and focus">
      Download
    </DisabledButton>
  ),
}
