import { playerOf } from '../film.rules.ts'

/**
 * A film of the operator's at another site. The frame is empty until the link before it is followed: so nothing is asked of that
 * site before a click, no script is needed, and the keys stay with this page, ESC twice among them (safety point 16). The platform
 * plays for nobody whose page it is not told, so it is told our origin, and the reader that it is.
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
