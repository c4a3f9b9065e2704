import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  ssr: true,
  // The server builds aside and moves the result into place (server/build.ts).
  buildDirectory: process.env.UNFOG_BUILD_FOLDER ?? 'build',
  // Every route is its own page here; nothing asks for a manifest of routes in the browser.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
