import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // Lazy discovery fetches a manifest for every list of links.
  routeDiscovery: { mode: 'initial' },
  // Our client parts of routes are a few lines: files of their own would cost every page more than they save.
  splitRouteModules: false,
} satisfies Config
