import { useEffect, useRef, useState } from 'react'
import * as messages from '../messages.en.yaml'

const accepted = '.zip,.json,.txt,.text,.md,.markdown'

/** Two buttons, for files and for a folder where the browser can choose one. */
export function FileChooser({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [hasFolders, setHasFolders] = useState(false)
  useEffect(() => {
    // React does not know the attribute in its types.
    folder.current?.setAttribute('webkitdirectory', '')
    setHasFolders(folder.current?.webkitdirectory === true && matchMedia('(pointer: fine)').matches)
  }, [])

  function take({ currentTarget }: { currentTarget: HTMLInputElement }) {
    const chosen = [...(currentTarget.files ?? [])]
    // The same files can be chosen again.
    currentTarget.value = ''
    if (chosen.length > 0) onChoose(chosen)
  }
  return (
    <div className="needs-react flex flex-wrap gap-3">
      <button type="button" className="btn" onClick={() => files.current?.click()}>
        {messages.chooseFiles()}
      </button>
      <button
        type="button"
        className="btn btn-quiet"
        hidden={!hasFolders}
        onClick={() => folder.current?.click()}
      >
        {messages.chooseFolder()}
      </button>
      <input ref={files} type="file" hidden multiple accept={accepted} autoComplete="off" onChange={take} />
      <input ref={folder} type="file" hidden multiple autoComplete="off" onChange={take} />
    </div>
  )
}
