import type { Site } from '../editorial.contract.ts'
import { PlannedCards } from './planned-cards.tsx'
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
        <PlannedCards planned={planned} />
      </section>
    </div>
  )
}
