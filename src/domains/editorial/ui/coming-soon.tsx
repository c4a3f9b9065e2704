import type { Site } from '../editorial.contract.ts'
import { PlannedPicture } from './planned-picture.tsx'
import { Roadmap } from './roadmap.tsx'

export function ComingSoon({ roadmap, planned }: Pick<Site, 'roadmap' | 'planned'>) {
  return (
    <div className="grid gap-12">
      <div className="grid gap-4">
        <h1>Coming Soon</h1>
        <p className="lede">
          What we build next, and in which order. There are no dates: each part comes when it is safe to use.
        </p>
      </div>
      <section className="grid gap-6" aria-labelledby="roadmap">
        <h2 id="roadmap">Roadmap</h2>
        <Roadmap stages={roadmap} />
      </section>
      <section className="grid gap-6" aria-labelledby="planned">
        <h2 id="planned">Planned features</h2>
        <ul className="planned">
          {planned.map(({ title, text, picture }) => (
            <li key={title} className={picture ? 'planned-card planned-shown' : 'planned-card'}>
              {picture && <PlannedPicture title={title} picture={picture} />}
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
