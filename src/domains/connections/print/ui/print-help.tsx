import * as messages from '../../messages.en.yaml'

/** How to save a PDF, and what paper and files give away. */
export const PrintHelp = () => (
  <section className="note" aria-labelledby="print-help">
    <h2 id="print-help" className="text-xl">
      {messages.printHelp()}
    </h2>
    <ul className="mt-3 grid gap-2 ps-5 list-disc">
      <li>{messages.printPdf()}</li>
      <li>{messages.printHeaders()}</li>
      <li>{messages.printQuickHide()}</li>
      <li>{messages.printNotEncrypted()}</li>
      <li>{messages.printChecksum()}</li>
    </ul>
  </section>
)
