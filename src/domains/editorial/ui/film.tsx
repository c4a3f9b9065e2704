import { playerOf } from '../film.rules.ts'

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
      <p>
        The film plays from {player.platform}, which then learns that you watch it here. Nothing is asked of
        it before.
      </p>
      <a href={player.href} target="film" referrerPolicy="strict-origin" className="btn justify-self-start">
        Play the film
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
