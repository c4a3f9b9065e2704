import { type ComponentType, useEffect } from 'react'
import '../../ui/style.css'
import '../../ui/private.css'
import '../../ui/home.css'

const files = import.meta.glob<{ examples: Record<string, ComponentType> }>('../../ui/**/*.examples.tsx', {
  eager: true,
})

export const handle = { interactive: true }

export const meta = () => [{ title: 'Components' }]

/** Every component in every state, with `npm run dev` only (docs/decisions/035). */
export default function ComponentsPage() {
  useEffect(() => void import('../../client/home-page.ts'), [])
  return (
    <main id="main" tabIndex={-1} className="wrap grid gap-12 pt-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Components</h1>
        <button type="button" className="btn btn-quiet" onClick={changeDirection}>
          Change direction
        </button>
      </div>
      {Object.entries(files).map(([path, { examples }]) => (
        <section key={path} className="grid gap-6">
          <h2>{/([^/]+)[.]examples/.exec(path)?.[1]}</h2>
          {Object.entries(examples).map(([name, Example]) => (
            // Fixed elements stay in their example.
            <figure key={name} className="grid gap-2" style={{ willChange: 'transform' }}>
              <figcaption className="text-muted">{name}</figcaption>
              <div className="min-w-0">
                <Example />
              </div>
            </figure>
          ))}
        </section>
      ))}
    </main>
  )
}

function changeDirection() {
  const { documentElement: root } = document
  root.dir = root.dir === 'rtl' ? 'ltr' : 'rtl'
}
