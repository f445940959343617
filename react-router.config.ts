import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The manifest of the few routes is one cached file, so that no navigation waits to discover them.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
