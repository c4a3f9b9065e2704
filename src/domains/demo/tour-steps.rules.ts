import { href } from 'react-router'
import * as messages from './messages.en.yaml'

export type Step = {
  page: string
  /** If it matches nothing, the tip is centered. */
  target: string
  title: () => string
  text: () => string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** The target replaces Next. */
  click?: true
  /** Demonstrates Quick Hide. */
  rehearse?: true
}

const inSidebar = (page: string) => `.sidebar a[href="${page}"]`
const nextPageStep = (page: string, title: () => string, text: () => string): Omit<Step, 'page'> => ({
  target: inSidebar(page),
  title,
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
      title: messages.welcomeTitle,
      text: messages.welcome,
    },
    {
      target: 'body > quick-hide',
      title: messages.quickHideTitle,
      text: messages.quickHide,
      side: 'left',
      rehearse: true,
    },
    {
      target: 'main .counts',
      title: messages.countsTitle,
      text: messages.counts,
    },
    {
      target: 'main [aria-labelledby=activity]',
      title: messages.activityTitle,
      text: messages.activity,
      side: 'top',
    },
    {
      target: 'main [aria-labelledby=actions]',
      title: messages.actionsTitle,
      text: messages.actions,
      side: 'left',
    },
    nextPageStep(href('/demo/glossary'), messages.onToGlossary, messages.clickGlossary),
  ),
  ...stepsOn(
    href('/demo/glossary'),
    {
      target: 'main search',
      title: messages.searchTitle,
      text: messages.search,
    },
    {
      target: 'main [data-part=menus]',
      title: messages.menusTitle,
      text: messages.menus,
    },
    {
      target: 'main .results .card',
      title: messages.termTitle,
      text: messages.term,
      side: 'top',
    },
    nextPageStep(href('/demo/connections'), messages.onToConnections, messages.clickConnections),
  ),
  ...stepsOn(
    href('/demo/connections'),
    {
      target: 'main .counts',
      title: messages.connectionsTitle,
      text: messages.connections,
    },
    {
      target: 'main li.card',
      title: messages.connectionTitle,
      text: messages.connection,
      side: 'top',
    },
    {
      target: 'main search',
      title: messages.ownSearchTitle,
      text: messages.ownSearch,
    },
    nextPageStep(href('/demo/favorites'), messages.onToFavorites, messages.clickFavorites),
  ),
  ...stepsOn(
    href('/demo/favorites'),
    {
      target: 'main li.card',
      title: messages.favoritesTitle,
      text: messages.favorites,
      side: 'top',
    },
    nextPageStep(href('/demo/settings'), messages.onToSettings, messages.clickSettings),
  ),
  ...stepsOn(
    href('/demo/settings'),
    {
      target: 'main [aria-labelledby=privacy-title]',
      title: messages.settingsTitle,
      text: messages.settings,
      side: 'top',
    },
    nextPageStep(href('/demo/coming_soon'), messages.onToComingSoon, messages.clickComingSoon),
  ),
  ...stepsOn(href('/demo/coming_soon'), {
    target: 'main [aria-labelledby=roadmap]',
    title: messages.roadmapTitle,
    text: messages.roadmap,
    side: 'top',
  }),
]
