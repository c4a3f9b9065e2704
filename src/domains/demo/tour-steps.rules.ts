import { href } from 'react-router'

export type Step = {
  page: string
  /** If it matches nothing, the tip is centered. */
  target: string
  title: string
  text: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** The target replaces Next. */
  click?: true
  /** Demonstrates Quick Hide. */
  rehearse?: true
}

const inSidebar = (page: string) => `.sidebar a[href="${page}"]`
const nextPageStep = (page: string, name: string, text: string): Omit<Step, 'page'> => ({
  target: inSidebar(page),
  title: `On to ${name}`,
  text,
  side: 'right',
  click: true,
})
const stepsOn = (page: string, ...steps: Omit<Step, 'page'>[]): Step[] =>
  steps.map((step) => ({ page, ...step }))

/** Specification point 9: 19 steps on six pages. */
export const steps: readonly Step[] = [
  ...stepsOn(
    href('/demo/home'),
    {
      target: 'main h1',
      title: 'Welcome to the demo',
      text: 'A short walk through six rooms, with sample data. Take your time. You can go back or leave it at any step.',
    },
    {
      target: 'body > quick-hide',
      title: 'Out of here in a moment',
      text: 'The eye leaves this site at once, and so does ESC pressed twice. Both work on every page, right now too. Here you can see what happens without leaving.',
      side: 'left',
      rehearse: true,
    },
    {
      target: 'main .counts',
      title: 'What is yours, counted',
      text: 'The words you kept, the Connections you wrote, the days you came by. Nobody keeps score: a quiet month is as good as a full one.',
    },
    {
      target: 'main [aria-labelledby=activity]',
      title: 'Where you left off',
      text: 'What you wrote and saved last, so that you find it again.',
      side: 'top',
    },
    {
      target: 'main [aria-labelledby=actions]',
      title: 'Straight to it',
      text: 'Write something down, look for a word, or read the words that you kept.',
      side: 'left',
    },
    nextPageStep(href('/demo/glossary'), 'the Glossary', 'Please click Glossary here in the list.'),
  ),
  ...stepsOn(
    href('/demo/glossary'),
    {
      target: 'main search',
      title: 'Look for a word',
      text: 'Type a word, or what it felt like. In the real glossary there are more than 600 terms to find.',
    },
    {
      target: 'main [data-part=menus]',
      title: 'Narrow it down',
      text: 'Clinical terms come from the literature, in blue. Community terms were named by survivors, in amber. Both count.',
    },
    {
      target: 'main .results .card',
      title: 'A term',
      text: 'What it means, in plain words, and terms close to it. The heart keeps it; the pen writes about it.',
      side: 'top',
    },
    nextPageStep(
      href('/demo/connections'),
      'Connections',
      'Please click Connections: this is where you write.',
    ),
  ),
  ...stepsOn(
    href('/demo/connections'),
    {
      target: 'main .counts',
      title: 'Your Connections',
      text: 'A Connection is a note to yourself: what happened, and the word that fits it, if there is one. These fifteen are made up.',
    },
    {
      target: 'main li.card',
      title: 'One of them',
      text: 'It can be linked to a term, or stand alone. Real ones are kept encrypted, and are shown to nobody but you.',
      side: 'top',
    },
    {
      target: 'main search',
      title: 'Find it again',
      text: 'This search runs on your own device. What you look for here is sent nowhere.',
    },
    nextPageStep(href('/demo/favorites'), 'Favorites', 'Please click Favorites.'),
  ),
  ...stepsOn(
    href('/demo/favorites'),
    {
      target: 'main li.card',
      title: 'Words that you kept',
      text: 'A word that fits can be a relief. Keep it here, and write about it when you like, or never.',
      side: 'top',
    },
    nextPageStep(href('/demo/settings'), 'Settings', 'Please click Settings.'),
  ),
  ...stepsOn(
    href('/demo/settings'),
    {
      target: 'main [aria-labelledby=privacy-title]',
      title: 'You decide what is kept',
      text: 'In a real account you can limit what is kept about you, take everything along, and delete it for good.',
      side: 'top',
    },
    nextPageStep(href('/demo/coming_soon'), 'Coming Soon', 'One more: please click Coming Soon.'),
  ),
  ...stepsOn(href('/demo/coming_soon'), {
    target: 'main [aria-labelledby=roadmap]',
    title: 'What comes next',
    text: 'That was the tour. Here is what we build next. Stay and look around as long as you like.',
    side: 'top',
  }),
]
