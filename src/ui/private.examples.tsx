export const examples = {
  Empty: () => (
    <div className="empty">
      <h3>No Connections yet</h3>
      <p>What you write appears here.</p>
      <a href="#empty" className="btn">
        Write one
      </a>
    </div>
  ),
  'Loading: skeleton': () => (
    <div className="card skeleton grid gap-3">
      <span className="skeleton-title" />
      <span />
      <span className="skeleton-end" />
    </div>
  ),
  'Loading: spinner of a slow navigation': () => (
    <div style={{ minHeight: '6rem' }}>
      <p className="loading">
        <span className="spinner" aria-hidden="true" />
        Loading
      </p>
    </div>
  ),
  'Loading: progress': () => (
    <p>
      <progress aria-label="Download" value={0.4} />
    </p>
  ),
  'Lock: phrase': () => (
    <div className="grid gap-2">
      <label htmlFor="example-phrase" className="strong">
        Your phrase
      </label>
      <div className="phrase-row">
        <input id="example-phrase" type="password" className="field" autoComplete="one-time-code" />
        <button type="button" className="btn btn-quiet" aria-label="Show your phrase">
          Show
        </button>
      </div>
    </div>
  ),
  'Lock: recovery kit': () => (
    <ol className="codes kit" aria-label="24 words">
      {Array.from({ length: 24 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a kit can have a word twice
        <li key={place}>
          <code>{place % 2 ? 'granite' : 'umbrella'}</code>
        </li>
      ))}
    </ol>
  ),
  'Lock: progress': () => (
    <progress className="wide-bar" aria-label="Locking your journal" max={24} value={9} />
  ),
  Counts: () => (
    <dl className="counts">
      <div>
        <dt>Connections</dt>
        <dd>12</dd>
      </div>
      <div>
        <dt>Favorites</dt>
        <dd>3</dd>
      </div>
      <div>
        <dt>Terms you wrote about</dt>
        <dd>1,204</dd>
      </div>
    </dl>
  ),
  'Facts, empty and long': () => (
    <dl className="facts">
      <div>
        <dt>Name</dt>
        <dd>Not set</dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd className="wrap-anywhere">someone-with-a-very-long-name@mail.department.example.org</dd>
      </div>
      <div>
        <dt>Joined</dt>
        <dd>May 4, 2026</dd>
      </div>
    </dl>
  ),
  Fold: () => (
    <details className="fold" open>
      <summary className="btn btn-quiet">Change email</summary>
      <p className="pt-4">What it contains.</p>
    </details>
  ),
  'Rows of settings': () => (
    <div className="settings-rows">
      <div className="settings-row">
        <h3>Email</h3>
        <p>someone@example.org</p>
      </div>
      <div className="settings-row">
        <h3>Password</h3>
        <p>Set</p>
      </div>
    </div>
  ),
  'Two lists': () => (
    <div className="two-lists">
      <div>
        <h3>What is exported</h3>
        <ul>
          <li>Connections</li>
          <li>Favorites</li>
        </ul>
      </div>
      <div>
        <h3>What is not</h3>
        <ul>
          <li>The password, of which only a hash exists</li>
        </ul>
      </div>
    </div>
  ),
  'Recovery codes': () => (
    <ul className="codes">
      <li>aaaa-bbbb-cccc</li>
      <li>dddd-eeee-ffff</li>
      <li>gggg-hhhh-iiii</li>
    </ul>
  ),
  Note: () => <p className="note">Please do not send anything that must stay private.</p>,
  Plan: () => (
    <ul className="plans">
      <li className="plan plan-present">
        <p className="plan-tile">
          <span className="plan-name">
            Free <span className="badge plan-yours">Your plan</span>
          </span>
          <span className="plan-price">$0</span>
        </p>
      </li>
    </ul>
  ),
}
