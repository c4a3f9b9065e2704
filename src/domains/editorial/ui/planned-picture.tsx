import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import type { Planned } from '../editorial.contract.ts'
import * as messages from '../messages.en.yaml'
import mindMap from './assets/planned/mind-map.svg'
import wordCloud from './assets/planned/word-cloud.svg'

const files = { 'word-cloud': wordCloud, 'mind-map': mindMap }

type PlannedPictureProps = { title: string; picture: NonNullable<Planned['picture']> }

export function PlannedPicture({ title, picture: { name, alt } }: PlannedPictureProps) {
  const [open, setOpen] = useState(false)
  const file = files[name]
  const caption = messages.planned()
  return (
    <figure className="planned-picture">
      <div className="planned-frame">
        <ThemedSvg file={file} alt={alt} />
        {/* Its click area covers the picture (roadmap.css). */}
        <a
          href={file}
          className="planned-open"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            setOpen(true)
          }}
        >
          <Maximize2 className="icon" aria-hidden="true" />
          <span>
            {messages.viewPictureLarger({
              title,
              hidden: (text) => <span className="visually-hidden">{text}</span>,
            })}
          </span>
        </a>
      </div>
      <figcaption>{caption}</figcaption>
      {open && (
        <Dialog title={title} onClose={() => setOpen(false)} widest>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable on a small screen, so the keyboard must reach it (WCAG 2.1.1) */}
          <div className="planned-large" tabIndex={0}>
            <ThemedSvg file={file} alt={alt} />
          </div>
          <p className="text-muted">{caption}</p>
        </Dialog>
      )}
    </figure>
  )
}

/** `<use>` applies the page's fonts and theme colors. */
const ThemedSvg = ({ file, alt }: { file: string; alt: string }) => (
  <svg viewBox="0 0 936 624" role="img" aria-label={alt}>
    <use href={`${file}#picture`} />
  </svg>
)
