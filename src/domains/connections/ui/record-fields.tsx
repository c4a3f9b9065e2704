import { documentLimits, type EntryRecord, recordFields, recordLabels } from '../document/document.rules.ts'
import * as messages from '../messages.en.yaml'
import { privateTextProps } from './form-parts.tsx'

type RecordFieldsProps = { value: EntryRecord; onChange: (value: EntryRecord) => void }

/** What may help someone who needs a record later. */
export const RecordFields = ({ value, onChange }: RecordFieldsProps) => (
  <fieldset className="grid gap-3">
    <legend className="visually-hidden">{messages.record()}</legend>
    <p className="text-muted">{messages.recordHint()}</p>
    {recordFields.map((field) => (
      <label key={field} className="grid gap-1">
        {recordLabels[field]()}
        <textarea
          name={field}
          rows={2}
          className="text-area"
          dir="auto"
          autoComplete="off"
          {...privateTextProps}
          maxLength={documentLimits.recordLength}
          value={value[field]}
          onChange={({ target }) => onChange({ ...value, [field]: target.value })}
        />
      </label>
    ))}
  </fieldset>
)
