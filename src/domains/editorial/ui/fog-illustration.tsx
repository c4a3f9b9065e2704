const stages = [
  { sun: 'M10 20a6 6 0 0 1 12 0', fog: ['M4 20h24', 'M7 15h18', 'M5 25h20', 'M10 10h12'] },
  { sun: 'M8 19a8 8 0 0 1 16 0', fog: ['M4 19h24', 'M8 24h14', 'M11 28h12'] },
  { sun: 'M16 6a7.5 7.5 0 1 1 0 15a7.5 7.5 0 1 1 0-15', fog: ['M6 27h20'] },
]

export function FogIllustration({ stage }: { stage: number }) {
  const { sun = '', fog = [] } = stages[stage] ?? {}
  return (
    <svg
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeWidth="2"
      className="fog-sign"
      aria-hidden="true"
    >
      <path d={sun} />
      <path d={fog.join('')} opacity=".5" />
    </svg>
  )
}
