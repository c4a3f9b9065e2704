/** Specification point 2, "Public routes". */
export function NotFoundMessage() {
  return (
    <div className="grid justify-items-start gap-5 py-16">
      <p className="font-serif text-6xl text-act">404</p>
      <h1 data-not-found>Oops! Page not found</h1>
      <p className="max-w-prose">
        The address may have a typing mistake, or the page has moved. Nothing is wrong with you or your
        device.
      </p>
      <a href="/" className="btn">
        Return to Home
      </a>
    </div>
  )
}
