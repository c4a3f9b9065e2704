/** The captions of our own film, and its text alternative. */
export const filmWords = [
  'Unfog puts plain words to emotional abuse.',
  'Look up a word. You don’t need an account.',
  'Each word has a plain definition and examples from ordinary days.',
  'Connections are a private journal. Each can lead to the word for what happened. What you see here is made up.',
  'Keep the words that speak to you.',
  'Everything has its place, and nothing pushes you.',
  'Quick Hide is on every page. One click, or ESC twice, and this page is gone.',
  'Take what helps, and take your time.',
] as const
