import { QuickHide } from '../quick-hide/quick-hide.tsx'
import { Lightbox } from './lightbox.tsx'

const quickHide = <QuickHide href="/" fallback="/" inDialog />

export const examples = {
  'With a film': () => (
    <film-dialog>
      <button type="button" command="show-modal" commandfor="film-box" className="btn btn-quiet">
        Open a film
      </button>
      <Lightbox id="film-box" title="How it works" quickHide={quickHide}>
        {/* biome-ignore lint/a11y/useMediaCaption: an empty film */}
        <video controls preload="none" />
      </Lightbox>
    </film-dialog>
  ),
  'With a picture': () => (
    <>
      <button type="button" command="show-modal" commandfor="picture-box" className="btn btn-quiet">
        Open a picture
      </button>
      <Lightbox id="picture-box" title="The glossary" quickHide={quickHide}>
        <div className="bg-sunk" style={{ aspectRatio: '3 / 2' }} />
      </Lightbox>
    </>
  ),
}
