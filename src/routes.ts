import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

const textPage = (path: string) => route(path, 'routes/public/text.tsx', { id: path })

/** In no build. */
const development = import.meta.env?.DEV ? [route('dev/components', 'routes/dev/components.tsx')] : []

/** In the order of the specification (point 2). */
export default [
  layout('routes/public/layout.tsx', [
    index('routes/public/home.tsx'),
    route('glossary', 'routes/public/glossary.tsx'),
    route('glossary/:slug', 'routes/public/term.tsx'),
    route('api', 'routes/public/api-docs.tsx'),
    route('contact', 'routes/public/contact.tsx'),
    route('mission', 'routes/public/mission.tsx'),
    route('resources', 'routes/public/resources.tsx'),
    route('resources/:need', 'routes/public/need.tsx'),
    ...['disclaimers', 'terms', 'privacy', 'staying-safe', 'comparing-scripts'].map(textPage),
    route('licenses', 'routes/public/licenses.tsx'),
    route('source', 'routes/public/source.tsx'),
    route('auth-test', 'routes/public/sign-in.tsx'),
    route('auth-test/reset', 'routes/public/reset-password.tsx'),
    route('auth-test/link', 'routes/public/email-link.tsx'),
    route('auth-test/verify', 'routes/public/app-email-link.tsx'),
    route('auth-test/with/:provider', 'routes/public/oauth-start.tsx'),
    route('auth-test/callback', 'routes/public/oauth-callback.tsx'),
    route('auth-test/allow', 'routes/public/oauth-consent.tsx'),
    route('auth-test/prove', 'routes/public/reauthenticate.tsx'),
    route('auth-test/not-sent', 'routes/public/submission-rejected.tsx'),
    route('*', 'routes/public/not-found.tsx'),
  ]),
  // Without the layout: nothing on it names the site.
  route('auth-test/locked', 'routes/public/unlock.tsx'),
  layout('routes/demo/layout.tsx', [
    route('demo', 'routes/demo/index.tsx'),
    route('demo/home', 'routes/demo/home.tsx'),
    route('demo/glossary', 'routes/demo/glossary.tsx'),
    route('demo/connections', 'routes/demo/connections.tsx'),
    route('demo/favorites', 'routes/demo/favorites.tsx'),
    route('demo/settings', 'routes/demo/settings.tsx'),
    route('demo/coming_soon', 'routes/demo/coming-soon.tsx'),
    route('demo/*', 'routes/demo/not-found.tsx'),
  ]),
  layout('routes/dashboard/layout.tsx', [
    route('dashboard', 'routes/dashboard/home.tsx'),
    route('dashboard/glossary', 'routes/dashboard/glossary.tsx'),
    route('dashboard/glossary/:slug', 'routes/dashboard/term.tsx'),
    route('dashboard/connections', 'routes/dashboard/connections.tsx'),
    route('dashboard/connections/new', 'routes/dashboard/connection-new.tsx'),
    route('dashboard/connections/calendar', 'routes/dashboard/calendar.tsx'),
    route('dashboard/connections/tags', 'routes/dashboard/tags.tsx'),
    route('dashboard/connections/trash', 'routes/dashboard/trash.tsx'),
    route('dashboard/connections/import', 'routes/dashboard/import.tsx'),
    route('dashboard/connections/lock', 'routes/dashboard/lock.tsx'),
    route('dashboard/connections/print', 'routes/dashboard/print.tsx'),
    route('dashboard/connections/:id', 'routes/dashboard/connection.tsx'),
    route('dashboard/connections/:id/edit', 'routes/dashboard/connection-edit.tsx'),
    route('dashboard/connections/:id/print', 'routes/dashboard/connection-print.tsx'),
    route('dashboard/connections/:id/history', 'routes/dashboard/connection-history.tsx'),
    route('dashboard/favorites', 'routes/dashboard/favorites.tsx'),
    route('dashboard/settings', 'routes/dashboard/settings/settings.tsx'),
    route('dashboard/coming-soon', 'routes/dashboard/coming-soon.tsx'),
    route('dashboard/*', 'routes/dashboard/not-found.tsx'),
  ]),
  ...development,
] satisfies RouteConfig
