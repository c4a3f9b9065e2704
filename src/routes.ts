import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

const notBuilt = (path: string) => route(path, 'routes/public/not-built.tsx', { id: path })

/** The table of contents: one thin file a page, in the order of the specification (point 2). */
export default [
  layout('routes/public/frame.tsx', [
    index('routes/public/home.tsx'),
    route('glossary', 'routes/public/glossary.tsx'),
    route('glossary/:slug', 'routes/public/term.tsx'),
    route('api', 'routes/public/interface.tsx'),
    ...['mission', 'resources', 'contact', 'disclaimers', 'terms', 'privacy', 'auth-test'].map(notBuilt),
    ...['dashboard/*?', 'demo/*?'].map(notBuilt),
    route('*', 'routes/public/not-found.tsx'),
  ]),
] satisfies RouteConfig
