import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runBrowserTest } from './browser-test.ts'

// Pictures of every page, by default in all looks and states: 3,000 of them in an hour.
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '' },
    widths: { type: 'string', default: '360,820,1280' },
    states: { type: 'string', default: 'empty,typical,awkward' },
    reference: { type: 'string', default: '' },
  },
})
const { reference } = values
await runBrowserTest('test/e2e/gallery.test.ts', {
  GALLERY: JSON.stringify({ ...values, reference: reference && resolve(reference) }),
})
