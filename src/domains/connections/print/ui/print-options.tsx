import type { ReactNode } from 'react'
import * as messages from '../../messages.en.yaml'
import { privateTextProps } from '../../ui/form-parts.tsx'

export type PaperOptions = { record: boolean; tags: boolean; cover: boolean; name: string }

type PrintOptionsProps = {
  options: PaperOptions
  newestFirst: boolean
  /** Whether Journal Tagging is on. */
  hasTags: boolean
  onChange: (part: Partial<PaperOptions>) => void
  onOrder: (newestFirst: boolean) => void
}

/** How it is printed. */
export function PrintOptions({ options, newestFirst, hasTags, onChange, onOrder }: PrintOptionsProps) {
  const tick = (name: 'record' | 'tags' | 'cover', label: string) => (
    <label className="tick">
      <input
        type="checkbox"
        className="size-5 accent-act"
        checked={options[name]}
        onChange={({ target }) => onChange({ [name]: target.checked })}
      />
      <span>{label}</span>
    </label>
  )
  return (
    <>
      <ChoiceGroup legend={messages.printOrder()}>
        <Choice name="order" isChosen={!newestFirst} onChoose={() => onOrder(false)}>
          {messages.printOldestFirst()}
        </Choice>
        <Choice name="order" isChosen={newestFirst} onChoose={() => onOrder(true)}>
          {messages.printNewestFirst()}
        </Choice>
      </ChoiceGroup>
      <fieldset className="grid gap-1 min-w-0">
        <legend className="strong pb-2">{messages.printWith()}</legend>
        {tick('record', messages.printWithRecord())}
        {hasTags && tick('tags', messages.printWithTags())}
        {tick('cover', messages.printWithCover())}
        {options.cover && (
          <label className="grid gap-1 mt-2 max-w-prose">
            {messages.printName()}
            <input
              className="field"
              autoComplete="off"
              {...privateTextProps}
              maxLength={100}
              value={options.name}
              onChange={({ target }) => onChange({ name: target.value })}
            />
          </label>
        )}
      </fieldset>
    </>
  )
}

export const ChoiceGroup = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="strong pb-2">{legend}</legend>
    <div className="flex flex-wrap gap-2">{children}</div>
  </fieldset>
)

type ChoiceProps = { name: string; isChosen: boolean; onChoose: () => void; children: ReactNode }

/** A native select would swallow Quick Hide's first ESC (safety point 16). */
export const Choice = ({ name, isChosen, onChoose, children }: ChoiceProps) => (
  <label className="choice">
    <input
      type="radio"
      name={`print-${name}`}
      className="size-5 accent-act flex-none"
      checked={isChosen}
      onChange={onChoose}
    />
    <span className="wrap-anywhere">{children}</span>
  </label>
)
