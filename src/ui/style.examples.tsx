import { Link2, Pencil } from 'lucide-react'
import { SkipLink } from './shell/header.tsx'

/** Longer than a phone is wide, as only a user's own text is. */
const longWord = 'andthenhesaidandthenshesaid'.repeat(3)

export const examples = {
  'Headings and text': () => (
    <div className="grid gap-3">
      <h2>A heading of the second level</h2>
      <h3>A heading of the third level, long enough for more than one line on a phone</h3>
      <p className="lede">A lede says in one or two sentences what the page is about.</p>
      <p className="max-w-prose">
        A paragraph with a <a href="#resources">link to the resources</a> and <strong>strong text</strong>.
      </p>
      <p className="text-muted">A muted paragraph.</p>
      <p className="wrap-anywhere">{longWord}</p>
    </div>
  ),
  'Link in a sentence, and one to skip to the text': () => (
    <p>
      The first Tab key on a page shows <SkipLink />
      the link that skips the header.
    </p>
  ),
  'Buttons as links and buttons': () => (
    <div className="flex flex-wrap gap-3">
      <button type="button" className="btn">
        Save
      </button>
      <a href="#button" className="btn">
        Log In
      </a>
      <button type="button" className="btn">
        <Pencil className="icon" aria-hidden="true" />
        Edit
      </button>
      <button type="button" className="btn btn-quiet">
        <Link2 className="icon" aria-hidden="true" />
        Quiet
      </button>
      <button type="button" className="btn btn-danger">
        Delete
      </button>
    </div>
  ),
  'Buttons that are busy or disabled': () => (
    <div className="flex flex-wrap gap-3">
      <button type="button" className="btn" aria-disabled="true">
        Saving...
      </button>
      <button type="button" className="btn btn-quiet" disabled>
        Disabled
      </button>
      <button type="button" className="btn btn-danger" aria-disabled="true">
        Deleting...
      </button>
    </div>
  ),
  'Button with long text': () => (
    <button type="button" className="btn">
      A button whose text is much longer than any button of this site should have
    </button>
  ),
  'Icon button': () => (
    <button type="button" className="icon-button" aria-label="Edit">
      <Pencil className="icon" aria-hidden="true" />
    </button>
  ),
  'Chips: plain, current and long': () => (
    <div className="flex flex-wrap gap-2">
      <a href="#chip" className="chip">
        Control
      </a>
      <a href="#chip" className="chip" aria-current="true">
        Isolation
      </a>
      <a href="#chip" className="chip">
        A chip with a name that takes two lines on a phone
      </a>
    </div>
  ),
  Badges: () => (
    <div className="flex flex-wrap gap-2">
      <span className="badge">Clinical</span>
      <span className="badge badge-community">Community</span>
    </div>
  ),
  Card: () => (
    <div className="card grid gap-3">
      <h3>A card</h3>
      <p>Its text, with a badge below.</p>
      <p>
        <span className="badge">Clinical</span>
      </p>
    </div>
  ),
  'Card with long text': () => (
    <div className="card grid gap-3">
      <h3 className="wrap-anywhere">{longWord}</h3>
      <p className="wrap-anywhere">{longWord}</p>
    </div>
  ),
  'Help card': () => (
    <div className="card day">
      <h2>Term of the day</h2>
      <p>A card in a stronger color.</p>
    </div>
  ),
  'Result of a form': () => (
    <div className="grid gap-3">
      <p className="form-done">Your changes are saved.</p>
      <p className="form-problem">That password is not right. Nothing was changed.</p>
    </div>
  ),
  Dots: () => (
    <ul className="dots">
      <li>The first item</li>
      <li>The second item, long enough to show that its second line starts below the first, on a phone</li>
    </ul>
  ),
  'Link of a sidebar or menu': () => (
    <div>
      <a href="#side" className="side-link">
        Glossary
      </a>
      <a href="#side" className="side-link" aria-current="page">
        Favorites
      </a>
    </div>
  ),
}
