import { href } from 'react-router'
import { WriteButton } from '../../domains/connections/ui/write-button.tsx'
import { FavoriteList } from '../../domains/favorites/ui/favorite-list.tsx'
import { HeartButton } from '../../domains/favorites/ui/heart-button.tsx'
import { DisabledButton } from '../../ui/disabled-button/disabled-button.tsx'
import * as messages from './messages.en.yaml'
import { useDemo } from './use-demo-data.ts'

export const meta = () => [{ title: messages.favorites() }, { name: 'robots', content: 'noindex' }]

export default function DemoFavorites() {
  const { favorites, failed } = useDemo()
  return (
    <FavoriteList
      saved={failed ? undefined : favorites}
      base={href('/glossary')}
      actions={({ term }) => (
        <>
          <WriteButton term={term} as={DisabledButton} />
          <HeartButton label={messages.removeTerm({ term: term.term_name })} saved as={DisabledButton} />
        </>
      )}
    />
  )
}
