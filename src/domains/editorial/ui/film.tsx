import { playerOf } from '../film.rules.ts'
import * as messages from '../messages.en.yaml'

/**
 * The link loads the film into the empty frame: no request to that site before a click, and key presses such
 * as ESC twice stay with this page (safety point 16). The platforms require a referrer: our origin.
 */
export function Film({ title, video }: { title: string; video: string }) {
  const player = playerOf(video)
  if (!player) return null
  return (
    <section className="grid gap-4" aria-labelledby="film">
      <h2 id="film">{title}</h2>
      <p>{messages.filmPlaysFrom({ platform: player.platform })}</p>
      <a href={player.href} target="film" referrerPolicy="strict-origin" className="btn justify-self-start">
        {messages.playFilm()}
      </a>
      <iframe
        className="bg-sunk w-full"
        height="400"
        name="film"
        title={title}
        referrerPolicy="strict-origin"
        allow="autoplay; fullscreen"
      />
    </section>
  )
}
