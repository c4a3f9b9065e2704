import { useState } from 'react'
import { kitText } from '../../keyring/kit-check.rules.ts'
import { usePrinting } from '../../print/ui/use-printing.ts'
import * as messages from '../messages.en.yaml'
import { Step } from './step.tsx'

type KitWordsProps = {
  title: string
  progress: string
  words: readonly string[]
  onWritten: () => void
  onCancel: () => void
}

/** Shows a kit once. On paper are only its words, under a title that tells nothing. */
export function KitWords({ title, progress, words, onWritten, onCancel }: KitWordsProps) {
  const [isSaved, setSaved] = useState(false)
  usePrinting()

  function save() {
    saveText(`${messages.fileName()}.txt`, kitText(messages.kitPaperTitle(), words, messages.kitPaperHint()))
    setSaved(true)
  }
  return (
    <Step
      title={title}
      progress={progress}
      actions={
        <>
          <button type="button" className="btn" onClick={onWritten}>
            {messages.kitWritten()}
          </button>
          <button type="button" className="btn btn-quiet" onClick={onCancel}>
            {messages.cancel()}
          </button>
        </>
      }
    >
      <p className="no-print">{messages.kitLede()}</p>
      <p className="no-print">{messages.kitSafe()}</p>
      <p className="paper-only">{messages.kitPaperTitle()}</p>
      <ol className="codes kit" aria-label={messages.kitWords()} translate="no" lang="en">
        {words.map((word, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a kit can have a word twice
          <li key={place}>
            <code>{word}</code>
          </li>
        ))}
      </ol>
      <p className="paper-only">{messages.kitPaperHint()}</p>
      <div className="grid gap-3 no-print">
        <div className="flex flex-wrap gap-3">
          <button type="button" className="btn btn-quiet" onClick={() => print()}>
            {messages.printKit()}
          </button>
          <button type="button" className="btn btn-quiet" onClick={save} aria-describedby="save-kit-warning">
            {messages.saveKit()}
          </button>
        </div>
        <p id="save-kit-warning" className="text-muted">
          {messages.saveKitWarning()}
        </p>
        <p role="status" className={isSaved ? 'form-done' : 'visually-hidden'}>
          {isSaved && messages.kitSaved()}
        </p>
      </div>
    </Step>
  )
}

function saveText(name: string, text: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = name
  link.click()
  // Some browsers only start reading now.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
