import { type InputHTMLAttributes, useId } from 'react'
import { foldText } from '../../../../platform/fold-text.ts'
import { splitTags, tagKey } from '../../document/document.rules.ts'
import * as messages from '../../messages.en.yaml'
import { TextProblem } from '../../ui/form-parts.tsx'

/** Suggestions at a time. */
const suggestionLimit = 12

type TagsFieldProps = {
  typed: string
  /** The user's own, the most used first. */
  ownTags: readonly string[]
  problem: string | undefined
  onChange: (typed: string) => void
} & Pick<InputHTMLAttributes<HTMLInputElement>, 'onFocus'>

/** One text field, so that it works before and without scripts. Suggestions are buttons below it. */
export function TagsField({ typed, ownTags, problem, onChange, onFocus }: TagsFieldProps) {
  const id = useId()
  const chosen = new Set(splitTags(typed).map(tagKey))
  const begun = foldText(typed.slice(typed.lastIndexOf(',') + 1))
  const suggestions = ownTags
    .filter(
      (tag) => chosen.has(tagKey(tag)) || begun === '' || foldText(tag).includes(begun) || chosen.has(begun),
    )
    .slice(0, suggestionLimit)

  function toggle(tag: string) {
    const tags = splitTags(typed)
    const isChosen = chosen.has(tagKey(tag))
    const isBegun = begun !== '' && !chosen.has(tagKey(tag)) && foldText(tag).includes(begun)
    const kept = isChosen
      ? tags.filter((one) => tagKey(one) !== tagKey(tag))
      : isBegun
        ? tags.slice(0, -1)
        : tags
    onChange((isChosen ? kept : [...kept, tag]).join(', '))
  }

  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="visually-hidden">
        {messages.tags()}
      </label>
      <p id={`${id}-hint`} className="text-muted">
        {messages.tagsHint()}
      </p>
      <input
        id={id}
        name="tags"
        className="field"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onFocus={onFocus}
        onChange={({ target }) => onChange(target.value)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem ${id}-hint` : `${id}-hint`}
      />
      <TextProblem id={`${id}-problem`} text={problem} />
      {suggestions.length > 0 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="visually-hidden">{messages.yourTags()}</legend>
          {suggestions.map((tag) => (
            <button
              key={tag}
              type="button"
              className="chip"
              aria-pressed={chosen.has(tagKey(tag))}
              onClick={() => toggle(tag)}
            >
              {tag}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
