import { href } from 'react-router'
import { WriteButton } from '../../domains/connections/ui/write-button.tsx'
import { FavoriteList } from '../../domains/favorites/ui/favorite-list.tsx'
import { HeartButton } from '../../domains/favorites/ui/heart-button.tsx'
import { DisabledButton } from '../../ui/disabled-button/disabled-button.tsx'
import { useDemo } from './use-demo-data.ts'

export const meta = () => [{ title: 'Favorites' }, { name: 'robots', content: 'noindex' }]

export default function DemoFavorites() {
  const { favorites, failed } = useDemo()
  return (
    <FavoriteList
      saved={failed ? undefined : favorites}
      base={href('/glossary')}
      actions={({ term }) => (
        <>
          <WriteButton term={term} as={DisabledButton} />
          <HeartButton label={`Remove ${term.term_name} from favorites`} saved as={DisabledButton} />
        </>
      )}
    />
  )
}
