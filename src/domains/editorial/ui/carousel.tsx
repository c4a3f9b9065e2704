import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { HomeWords } from '../home.contract.ts'
import * as messages from '../messages.en.yaml'
import { ProductPicture } from './shown-picture.tsx'

const sizes = '(width >= 64rem) 50rem, 92vw'

/** Without JavaScript a scrollable row. */
export function Carousel({ pictures }: Pick<HomeWords, 'pictures'>) {
  return (
    <section
      className="wrap apart"
      aria-roledescription={messages.carousel()}
      aria-label={messages.pictures()}
    >
      <picture-carousel>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable, so the keyboard must reach it (WCAG 2.1.1) */}
        <ul className="slides" tabIndex={0}>
          {pictures.map(({ picture, title, text }, index) => (
            <li key={picture} className="slide">
              <ProductPicture name={picture} sizes={sizes} eager={index === 0} />
              <div className="slide-words">
                <h2>{title}</h2>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <div className="slide-buttons">
          <button
            type="button"
            data-step="-1"
            className="menu-button"
            aria-label={messages.previousPicture()}
          >
            <ChevronLeft className="icon" aria-hidden="true" />
          </button>
          {pictures.map(({ picture, title }, index) => (
            <button
              key={picture}
              type="button"
              data-slide={index}
              className="slide-dot"
              aria-label={messages.pictureOf({ number: index + 1, count: pictures.length, title })}
              aria-current={index === 0 ? 'true' : undefined}
            />
          ))}
          <button type="button" data-step="1" className="menu-button" aria-label={messages.nextPicture()}>
            <ChevronRight className="icon" aria-hidden="true" />
          </button>
        </div>
      </picture-carousel>
    </section>
  )
}
