import type { Site } from '../editorial.contract.ts'
import * as messages from '../messages.en.yaml'
import { PlannedPicture } from './planned-picture.tsx'
import { Roadmap } from './roadmap.tsx'

export function ComingSoon({ roadmap, planned }: Pick<Site, 'roadmap' | 'planned'>) {
  return (
    <div className="grid gap-12">
      <div className="grid gap-4">
        <h1>{messages.comingSoon()}</h1>
        <p className="lede">{messages.comingSoonLede()}</p>
      </div>
      <section className="grid gap-6" aria-labelledby="roadmap">
        <h2 id="roadmap">{messages.roadmap()}</h2>
        <Roadmap stages={roadmap} />
      </section>
      <section className="grid gap-6" aria-labelledby="planned">
        <h2 id="planned">{messages.plannedFeatures()}</h2>
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
