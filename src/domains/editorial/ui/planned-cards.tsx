import type { Planned } from '../editorial.contract.ts'
import { PlannedPicture } from './planned-picture.tsx'

export function PlannedCards({ planned }: { planned: Planned[] }) {
  return (
    <ul className="planned">
      {planned.map(({ title, text, picture }) => (
        <li key={title} className={picture ? 'planned-card planned-shown' : 'planned-card'}>
          {picture && <PlannedPicture title={title} picture={picture} />}
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
