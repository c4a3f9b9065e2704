import * as messages from './messages.en.yaml'

/** The captions of our own film, and its text alternative. */
export const filmWords = (): string[] => [
  messages.filmPurpose(),
  messages.filmSearch(),
  messages.filmTerm(),
  messages.filmConnections(),
  messages.filmFavorites(),
  messages.filmHome(),
  messages.filmQuickHide(),
  messages.filmEnd(),
]
