import type { Entry } from '../../entries.contract.ts'
import * as messages from '../../messages.en.yaml'
import type { TagCount } from '../../tags/tags.rules.ts'
import type { countTerms, PrintChoice, PrintKind } from '../print-selection.rules.ts'
import { ChooseMonths } from './choose-months.tsx'
import { ChooseOneByOne } from './choose-one-by-one.tsx'
import { Choice, ChoiceGroup } from './print-options.tsx'

type ChooseEntriesProps = {
  entries: readonly Entry[]
  /** Comes first where Connections are chosen one by one. */
  first: string | undefined
  terms: ReturnType<typeof countTerms>
  /** None while Journal Tagging is off. */
  tags: readonly TagCount[]
  choice: PrintChoice
  timeZone: string
  problem: 'months' | undefined
  undated: number
  onChange: (part: Partial<PrintChoice>) => void
}

/** Which Connections go on paper. */
export function ChooseEntries({ terms, tags, choice, onChange, ...props }: ChooseEntriesProps) {
  const kinds: [PrintKind, string][] = [
    ['all', messages.printAll()],
    ['months', messages.printMonths()],
    ...(terms.length > 0 ? [['term', messages.printTerm()] satisfies [PrintKind, string]] : []),
    ...(tags.length > 0 ? [['tag', messages.printTag()] satisfies [PrintKind, string]] : []),
    ['some', messages.printSome()],
  ]
  return (
    <div className="grid gap-6">
      <ChoiceGroup legend={messages.printWhat()}>
        {kinds.map(([kind, label]) => (
          <Choice key={kind} name="kind" isChosen={choice.kind === kind} onChoose={() => onChange({ kind })}>
            {label}
          </Choice>
        ))}
      </ChoiceGroup>
      {choice.kind === 'months' && <ChooseMonths {...props} choice={choice} onChange={onChange} />}
      {choice.kind === 'term' && (
        <ChoiceGroup legend={messages.printTerm()}>
          {terms.map(({ id, name, count }) => (
            <Choice
              key={id}
              name="term"
              isChosen={choice.term_id === id}
              onChoose={() => onChange({ term_id: id })}
            >
              {messages.printNameAndCount({ name, count })}
            </Choice>
          ))}
        </ChoiceGroup>
      )}
      {choice.kind === 'tag' && (
        <ChoiceGroup legend={messages.printTag()}>
          {tags.map(({ tag, count }) => (
            <Choice key={tag} name="tag" isChosen={choice.tag === tag} onChoose={() => onChange({ tag })}>
              {messages.printNameAndCount({ name: tag, count })}
            </Choice>
          ))}
        </ChoiceGroup>
      )}
      {choice.kind === 'some' && (
        <ChooseOneByOne {...props} ids={choice.ids} onChange={(ids) => onChange({ ids })} />
      )}
    </div>
  )
}
