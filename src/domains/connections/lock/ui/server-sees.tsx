import * as messages from '../messages.en.yaml'

/** What a lock gives and what it costs, in six sentences. */
export function LockTradeOff() {
  return (
    <div className="two-lists">
      <div>
        <h3>{messages.gives()}</h3>
        <ul>
          <li>{messages.givesOnlyYou()}</li>
          <li>{messages.givesNobody()}</li>
          <li>{messages.givesOpen()}</li>
        </ul>
      </div>
      <div>
        <h3>{messages.costs()}</h3>
        <ul>
          <li>{messages.costsLost()}</li>
          <li>{messages.costsWatched()}</li>
          <li>{messages.costsBackups()}</li>
        </ul>
      </div>
    </div>
  )
}

/** What the server still knows of a locked journal (docs/data-inventory.md). */
export function ServerSees() {
  return (
    <details className="fold no-print">
      <summary className="btn btn-quiet">{messages.seesTitle()}</summary>
      <div className="grid gap-3 pt-4">
        <ul className="list-disc ps-6">
          <li>{messages.seesCounts()}</li>
          <li>{messages.seesSizes()}</li>
          <li>{messages.seesTimes()}</li>
          <li>{messages.seesKeys()}</li>
          <li>{messages.seesVisits()}</li>
          <li>{messages.seesRest()}</li>
        </ul>
        <p>{messages.seesNothingElse()}</p>
      </div>
    </details>
  )
}
