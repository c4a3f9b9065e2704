import { Maximize2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { Lightbox } from '../../../ui/lightbox/lightbox.tsx'
import { plans, planWords } from '../../identity/accounts/plan.contract.ts'
import type { Site } from '../editorial.contract.ts'
import type { HomeWords } from '../home.contract.ts'
import * as messages from '../messages.en.yaml'
import { headingId } from '../texts.rules.ts'
import { Carousel } from './carousel.tsx'
import { FilmButton, LocalFilm, WatchTheFilm } from './local-film.tsx'
import { Prose } from './prose.tsx'
import { Roadmap } from './roadmap.tsx'
import { ProductPicture } from './shown-picture.tsx'

type StartPageProps = Pick<Site, 'home' | 'roadmap' | 'beta_notice'> & {
  /** For the lightboxes (safety point 1). */
  quickHide: ReactNode
}

export function StartPage({ home, roadmap, beta_notice, quickHide }: StartPageProps) {
  const { is, does, why, right, start } = home
  return (
    <>
      <Carousel pictures={home.pictures} />
      <Part title={is.title}>
        <ol className="meanings">
          {is.cards.map(({ title, text }, index) => (
            <li key={title}>
              <FogIllustration stage={index} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Part>
      <Part title={does.title}>
        <div className="actions">
          <ul className="dots">
            {does.bullets.map((bullet) => (
              <li key={bullet}>{bullet}</li>
            ))}
          </ul>
          <button type="button" command="show-modal" commandfor="dashboard" className="framed">
            <ProductPicture name="dashboard" sizes="(width >= 64rem) 27rem, 92vw" />
            <span className="framed-words">
              <Maximize2 className="icon" aria-hidden="true" />
              {messages.viewLarger()}
            </span>
          </button>
          <Lightbox id="dashboard" title={messages.dashboard()} quickHide={quickHide}>
            <ProductPicture name="dashboard" sizes="(width >= 70rem) 66rem, 92vw" />
          </Lightbox>
        </div>
      </Part>
      <Why {...why} quickHide={quickHide} />
      <Part title={messages.roadmap()}>
        <Roadmap stages={roadmap} />
      </Part>
      <Right {...right} />
      <Part title={messages.plans()}>
        <ul className="plan-list">
          {plans.map((plan) => (
            <li key={plan}>
              <h3>{planWords[plan].name()}</h3>
              <p className="plan-price">{planWords[plan].price()}</p>
              <p>{planWords[plan].holds()}</p>
            </li>
          ))}
        </ul>
      </Part>
      <section className="wrap apart" aria-labelledby="start">
        <div className="start-box">
          <h2 id="start">{start.title}</h2>
          <p>{start.text}</p>
          <a href={`${href('/auth-test')}?mode=sign-up`} className="btn">
            {messages.signUp()}
          </a>
          <p className="text-muted">{beta_notice}</p>
        </div>
      </section>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = headingId(title)
  return (
    <section className="wrap part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function Why({ title, quote, signed, film, quickHide }: HomeWords['why'] & { quickHide: ReactNode }) {
  return (
    <section className="why" aria-labelledby="why">
      <div className="wrap why-columns">
        <figure className="grid gap-5">
          <h2 id="why">{title}</h2>
          <blockquote>{quote}</blockquote>
          <figcaption className="text-muted">{signed}</figcaption>
        </figure>
        <FilmButton className="framed">
          <ProductPicture name="film" sizes="(width >= 64rem) 33rem, 92vw" />
          <span className="framed-words">
            <WatchTheFilm />
          </span>
        </FilmButton>
        <LocalFilm title={film} quickHide={quickHide} />
      </div>
    </section>
  )
}

function Right({ title, for: fitting, against }: HomeWords['right']) {
  return (
    <Part title={title}>
      <div className="right-columns">
        {[fitting, against].map(({ title, lines }) => (
          <div key={title}>
            <h3>{title}</h3>
            <ul className="dots">
              {lines.map((line) => (
                <li key={line}>
                  <Prose>{line}</Prose>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Part>
  )
}

const fogStages = [
  { sun: 'M10 20a6 6 0 0 1 12 0', fog: ['M4 20h24', 'M7 15h18', 'M5 25h20', 'M10 10h12'] },
  { sun: 'M8 19a8 8 0 0 1 16 0', fog: ['M4 19h24', 'M8 24h14', 'M11 28h12'] },
  { sun: 'M16 6a7.5 7.5 0 1 1 0 15a7.5 7.5 0 1 1 0-15', fog: ['M6 27h20'] },
]

function FogIllustration({ stage }: { stage: number }) {
  const { sun = '', fog = [] } = fogStages[stage] ?? {}
  return (
    <svg
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeWidth="2"
      className="fog-sign"
      aria-hidden="true"
    >
      <path d={sun} />
      <path d={fog.join('')} opacity=".5" />
    </svg>
  )
}
