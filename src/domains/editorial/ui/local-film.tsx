import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Lightbox } from '../../../ui/lightbox/lightbox.tsx'
import { filmWords } from '../film.contract.ts'
import * as messages from '../messages.en.yaml'
import film from './assets/film/film.mp4'
import captions from './assets/film/film.vtt'
import smallFilm from './assets/film/film.webm'

export const FilmButton = ({ className, children }: { className: string; children: ReactNode }) => (
  <button type="button" command="show-modal" commandfor="film" className={className}>
    {children}
  </button>
)

export const WatchTheFilm = () => (
  <>
    <Play className="icon" aria-hidden="true" />
    {messages.watchFilm()}
  </>
)

/** Silent; loads when the lightbox opens. A text alternative is below it (WCAG 1.2.1). */
export function LocalFilm({ title, quickHide }: { title: string; quickHide: ReactNode }) {
  return (
    <film-dialog>
      <Lightbox id="film" title={title} quickHide={quickHide}>
        <video controls playsInline muted preload="none" width="936" height="624" aria-label={title}>
          <source src={smallFilm} type="video/webm" />
          <source src={film} type="video/mp4" />
          <track kind="captions" srcLang="en" label={messages.captionsLanguage()} src={captions} />
        </video>
        <details>
          <summary className="btn btn-quiet">{messages.filmInWords()}</summary>
          <ol className="dots film-words">
            {filmWords().map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ol>
        </details>
      </Lightbox>
    </film-dialog>
  )
}
