import * as messages from '../messages.en.yaml'

const themes = [
  ['system', messages.systemTheme],
  ['light', messages.lightTheme],
  ['dark', messages.darkTheme],
] as const

/** Hidden until its script runs. */
export function ThemeSwitch() {
  return (
    <theme-switch>
      <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <legend className="w-full sm:float-left sm:w-auto sm:me-4">{messages.theme()}</legend>
        {themes.map(([value, label]) => (
          <label key={value} className="inline-flex items-center gap-2 min-h-8">
            <input
              type="radio"
              name="theme"
              value={value}
              defaultChecked={value === 'system'}
              className="size-5 accent-act"
            />
            {label()}
          </label>
        ))}
      </fieldset>
    </theme-switch>
  )
}
