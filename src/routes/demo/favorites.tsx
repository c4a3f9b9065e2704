import { WriteButton } from '../../domains/connections/ui/write-button.tsx'
import { FavoriteList } from '../../domains/favorites/ui/favorite-list.tsx'
import { HeartButton } from '../../domains/favorites/ui/heart-button.tsx'
import { InertButton } from '../../ui/disabled-button/disabled-button.tsx'
import { useDemo } from './use-demo-data.ts'

// Neutral: the tab and the history may be seen by somebody else (safety point 12).
export const meta = () => [{ title: 'Favorites' }, { name: 'robots', content: 'noindex' }]

export default function DemoFavorites() {
  const { favorites, failed } = useDemo()
  return (
    <FavoriteList
      saved={failed ? undefined : favorites}
      base="/glossary"
      actions={({ term }) => (
        <>
          <WriteButton term={term} as={InertButton} />
          <HeartButton label={`Remove ${term.term_name} from favorites`} saved as={InertButton} />
        </>
      )}
    />
  )
}
