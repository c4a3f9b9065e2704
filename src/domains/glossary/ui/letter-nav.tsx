import * as messages from '../messages.en.yaml'

const alphabet = ['', ...'abcdefghijklmnopqrstuvwxyz']

export function LetterNav(props: { letters: string[]; chosen: string; hrefOf: (letter: string) => string }) {
  const { letters, chosen, hrefOf } = props
  const present = new Set(['', ...letters])
  return (
    <nav data-part="letters" aria-label={messages.browseByLetter()}>
      <ul className="flex flex-wrap gap-1">
        {alphabet.map((letter) => (
          <li key={letter}>
            {present.has(letter) ? (
              <a
                href={hrefOf(letter)}
                data-list="letter"
                data-key={letter || 'all'}
                aria-current={chosen === letter ? 'true' : undefined}
                className="letter"
              >
                {letter.toUpperCase() || messages.allLetters()}
              </a>
            ) : (
              <span aria-hidden="true" className="letter text-edge">
                {letter.toUpperCase()}
              </span>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
