import * as messages from '../messages.en.yaml'

const prompts = [
  messages.promptHappened,
  messages.promptSaid,
  messages.promptBody,
  messages.promptFelt,
  messages.promptThink,
  messages.promptNeed,
]

/** Questions to begin with, only where the user opens them. A chosen one is added to the text. */
export const Prompts = ({ onChoose }: { onChoose: (prompt: string) => void }) => (
  <details className="needs-react fold">
    <summary className="link-button">{messages.prompts()}</summary>
    <ul className="flex flex-wrap gap-2 pt-3">
      {prompts.map((prompt) => (
        <li key={prompt()}>
          <button type="button" className="chip" onClick={() => onChoose(prompt())}>
            {prompt()}
          </button>
        </li>
      ))}
    </ul>
  </details>
)
