import { ChevronLeft, ChevronRight } from 'lucide-react'

const titles = ['The glossary', 'A Connection', 'Favorites']

function Carousel() {
  return (
    <picture-carousel>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable, so the keyboard must reach it (WCAG 2.1.1) */}
      <ul className="slides" tabIndex={0}>
        {titles.map((title) => (
          <li key={title} className="slide">
            <div className="card bg-sunk" style={{ height: '12rem' }} />
            <div className="slide-words">
              <h3>{title}</h3>
              <p>What the picture shows.</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="slide-buttons">
        <button type="button" data-step="-1" className="menu-button" aria-label="Previous picture">
          <ChevronLeft className="icon" aria-hidden="true" />
        </button>
        {titles.map((title, index) => (
          <button
            key={title}
            type="button"
            data-slide={index}
            className="slide-dot"
            aria-label={`Picture ${index + 1} of ${titles.length}: ${title}`}
            aria-current={index === 0 ? 'true' : undefined}
          />
        ))}
        <button type="button" data-step="1" className="menu-button" aria-label="Next picture">
          <ChevronRight className="icon" aria-hidden="true" />
        </button>
      </div>
    </picture-carousel>
  )
}

export const examples = { 'On the first picture': Carousel }
