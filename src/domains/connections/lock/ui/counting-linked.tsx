import { countingLinked } from '../messages.en.yaml'

/** In place of a count until the device has counted what the server cannot see. */
export const CountingLinked = () => (
  <>
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">{countingLinked()}</span>
  </>
)
