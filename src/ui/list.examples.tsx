export const examples = {
  Letters: () => (
    <div className="flex flex-wrap">
      <a href="#a" className="letter">
        A
      </a>
      <a href="#b" className="letter" aria-current="true">
        B
      </a>
      <a href="#c" className="letter">
        C
      </a>
    </div>
  ),
  Results: () => (
    <ul className="results grid gap-4">
      <li className="card grid gap-3">
        <div>
          <h3>
            <a href="#result">Gaslighting</a>
          </h3>
          <span className="badge">Clinical</span>
        </div>
        <p>What a result says about the term.</p>
        <div>
          <ul>
            <li>
              <a href="#tag">Control</a>
            </li>
            <li>
              <a href="#tag">Doubt</a>
            </li>
          </ul>
          <div>
            <a href="#save" className="btn btn-quiet">
              Save
            </a>
          </div>
        </div>
      </li>
    </ul>
  ),
}
