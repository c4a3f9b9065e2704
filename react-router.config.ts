import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  ssr: true,
  // A temporary folder, which is renamed afterwards (server/build/build.ts).
  buildDirectory: process.env.UNFOG_BUILD_FOLDER ?? 'build',
  // No lazy discovery: an interactive page includes the routes of its area (entry.server.tsx).
  routeDiscovery: { mode: 'initial' },
} satisfies Config
