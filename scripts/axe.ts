import { runBrowserTest } from './browser-test.ts'

// The axe test of `npm test`, but on every page instead of a tenth of them.
await runBrowserTest('test/e2e/axe.test.ts', { AXE: 'all' })
