import * as messages from './messages.en.yaml'

/** Specification point 2, "Public routes". */
export function NotFoundMessage() {
  return (
    <div className="grid justify-items-start gap-5 py-16">
      <p className="font-serif text-6xl text-act">404</p>
      <h1 data-not-found>{messages.notFoundTitle()}</h1>
      <p className="max-w-prose">{messages.notFound()}</p>
      <a href="/" className="btn">
        {messages.returnToHome()}
      </a>
    </div>
  )
}
