import { MarkedPieces } from './marked-pieces.tsx'

export const examples = {
  'One match': () => (
    <p>
      <MarkedPieces
        pieces={[
          { text: 'Gas', match: true },
          { text: 'lighting', match: false },
        ]}
      />
    </p>
  ),
}
