import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  ssr: true,
  // Temporary (server/build/build.ts).
  buildDirectory: process.env.UNFOG_BUILD_FOLDER ?? 'build',
  // A page includes the routes of its area (entry.server.tsx).
  routeDiscovery: { mode: 'initial' },
} satisfies Config
