import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // Lazy discovery fetches a manifest for every list of links.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
