import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  ssr: true,
  // The server builds aside and moves the result into place (server/build/build.ts).
  buildDirectory: process.env.UNFOG_BUILD_FOLDER ?? 'build',
  // Nothing asks later which routes there are: an interactive page brings those of its area (entry.server.tsx).
  routeDiscovery: { mode: 'initial' },
} satisfies Config
