export const examples = {
  'Quotation, clinical and community': () => (
    <div className="grid gap-4">
      <blockquote className="example">“That never happened. You are imagining things.”</blockquote>
      <div className="community">
        <blockquote className="example">“Everybody agrees with me about you.”</blockquote>
      </div>
    </div>
  ),
  'Stages of a roadmap': () => (
    <ol className="roadmap">
      <li className="stage" aria-current="step">
        <h3 className="stage-name">
          Beta <span className="badge stage-now">Now</span>
        </h3>
        <ul className="stage-items">
          <li>
            Glossary <span className="stage-here">Here now</span>
          </li>
        </ul>
      </li>
      <li className="stage">
        <h3 className="stage-name">Later</h3>
        <ul className="stage-items">
          <li>An item of a later stage</li>
        </ul>
      </li>
    </ol>
  ),
  'Features that are planned': () => (
    <ul className="planned">
      {['Stories', 'Reminders', 'Insights'].map((title) => (
        <li key={title} className="planned-card">
          <h3>{title}</h3>
          <p>What it will do.</p>
        </li>
      ))}
    </ul>
  ),
}
