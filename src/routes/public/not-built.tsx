import { Soon, soonMeta } from '../soon.tsx'

export const meta = soonMeta

export default function NotBuilt() {
  return <Soon />
}
