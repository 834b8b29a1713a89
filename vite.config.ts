import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { compileMessages } from './scripts/messages.ts'

/** Texts changed while the development server runs are compiled again; a fault is printed and the old ones stay. */
const messages: Plugin = {
  name: 'messages',
  apply: 'serve',
  configureServer(server) {
    server.watcher.add('messages')
    server.watcher.on('change', (file) => {
      if (/messages\/\w+\.json$/.test(file)) {
        compileMessages().catch((error: unknown) => server.config.logger.error(String(error)))
      }
    })
  },
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), messages],
  build: {
    sourcemap: false,
    // The policy of the pages allows no data: fonts.
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            // Few files compress better than many: what every page needs, and what most of ours share (measured).
            codeSplitting: {
              groups: [
                {
                  name: 'vendor',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  priority: 2,
                },
                {
                  name: 'frame',
                  test: /src\/web\/(ui|shell)\/|src\/web\/[a-z-]+\.tsx?$|generated\/messages|src\/contract/,
                  minShareCount: 5,
                  priority: 1,
                },
                { name: 'frame', test: /src\/web\/shell\/|shell_/, minShareCount: 2, priority: 1 },
                {
                  name: 'cards',
                  test: /src\/web\/mentors\/(mentor-card|keep-button|list-states|use-more|more\/)|ui\/choice|ui_a_month/,
                  minShareCount: 2,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // One file with React's production build inside, whatever NODE_ENV says.
      ...(command === 'build' && {
        resolve: { noExternal: true as const },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
      build: { rollupOptions: { input: './src/web/ssr.ts' } },
    },
  },
}))
